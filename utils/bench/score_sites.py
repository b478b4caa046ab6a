#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scores the sites that adoptc reports against a table of known sites.

In:  a tab-separated table with the columns rule, model, class, function,
     first_line, last_line, set, certainty; and the JSON lines of
     `adoptc scan --format jsonl` over `models/*/modeling_*.py`.
Out: one line a rule and set: listed, found, adopted, refused, missed; then
     reports that the table does not list, in the models it lists.

Lines shift between releases, so sites are keyed by rule, model, class and
function, and matched in order of appearance.
"""
import argparse
import collections
import csv
import json
import pathlib
import re
import sys


def model_of(path):
    """The model's folder name, or None for a file that the table cannot mean."""
    match = re.search(r"models/(\w+)/modeling_(\w+)\.py$", path)
    if not match or match[1] != match[2]:
        return None
    return match[1]


def read_reports(lines):
    reports = collections.defaultdict(list)
    for line in lines:
        if not line.strip():
            continue
        site = json.loads(line)
        model = model_of(site["file"])
        if model is None:
            continue
        key = (site["rule"].split("/")[-1], model, site["class"] or "", site["function"])
        reports[key].append(site)
    for sites in reports.values():
        sites.sort(key=lambda site: site["line"])
    return reports


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=pathlib.Path)
    parser.add_argument("reports", type=argparse.FileType("r"), help="JSON lines; - is standard input")
    parser.add_argument("--rule", action="append", help="score only these rules")
    parser.add_argument("--certainty", action="append", help="count only these certainties")
    parser.add_argument("--list", action="store_true", help="name every missed and unlisted site")
    options = parser.parse_args()

    listed = collections.defaultdict(list)
    with options.table.open(newline="") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            if options.rule and row["rule"] not in options.rule:
                continue
            listed[(row["rule"], row["model"], row["class"], row["function"])].append(row)
    for rows in listed.values():
        rows.sort(key=lambda row: int(row["first_line"]))
    models = {key[1] for key in listed}
    rules = {key[0] for key in listed}
    reports = read_reports(options.reports)

    counts = collections.defaultdict(collections.Counter)
    missed = []
    for key, rows in listed.items():
        sites = reports.get(key, [])
        for index, row in enumerate(rows):
            if options.certainty and row["certainty"] not in options.certainty:
                continue
            count = counts[(row["rule"], row["set"], row["certainty"])]
            count["listed"] += 1
            if index < len(sites):
                count["found"] += 1
                count[sites[index]["status"]] += 1
            else:
                count["missed"] += 1
                missed.append(row)
    unlisted = []
    for key, sites in reports.items():
        if key[0] in rules and key[1] in models:
            unlisted += sites[len(listed.get(key, [])):]

    columns = ["listed", "found", "applied", "guarded", "refused", "missed"]
    print(f"{'rule':<26}{'set':<8}{'certainty':<11}" + "".join(f"{name:>9}" for name in columns) + "   recall")
    for (rule, kind, certainty), count in sorted(counts.items()):
        recall = count["found"] / count["listed"]
        print(f"{rule:<26}{kind:<8}{certainty:<11}" + "".join(f"{count[name]:>9}" for name in columns) + f"{recall:>9.3f}")
    print(f"reported in these models but not listed: {len(unlisted)}")
    if options.list:
        for row in missed:
            print(f"missed   {row['rule']} {row['model']} {row['class']}.{row['function']}:{row['first_line']} "
                  f"[{row['set']}, {row['certainty']}] {row['note']}")
        for site in unlisted:
            print(f"unlisted {site['rule']} {site['file']}:{site['line']} {site['class']}.{site['function']} {site['status']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
