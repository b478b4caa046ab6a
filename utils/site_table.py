#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints a table of the sites in `adoptc scan --format=jsonl`: one row a rule,
one column a status, and the most frequent reasons for a refusal."""

import argparse
import collections
import json
import sys

STATUSES = ("applied", "guarded", "refused")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sites", type=argparse.FileType("r"), default=sys.stdin)
    parser.add_argument("--reasons", type=int, default=5, help="how many to show")
    options = parser.parse_args()

    table = collections.defaultdict(collections.Counter)
    reasons = collections.Counter()
    for number, line in enumerate(options.sites, 1):
        if not line.strip():
            continue
        try:
            site = json.loads(line)
        except ValueError as problem:
            sys.exit(f"{options.sites.name}:{number}: {problem}")
        rule = site["rule"]
        if site.get("pack") and "/" not in rule:
            rule = f"{site['pack']}/{rule}"
        table[rule][site["status"]] += 1
        if site["status"] == "refused":
            reasons[(rule, site.get("reason") or "no reason given")] += 1

    statuses = list(STATUSES)
    statuses += sorted({s for row in table.values() for s in row} - set(statuses))
    width = max([len(rule) for rule in table] + [len("rule"), len("total")])
    print(f"{'rule':{width}}" + "".join(f"{status:>10}" for status in statuses))
    for rule in sorted(table):
        counts = "".join(f"{table[rule][status]:10}" for status in statuses)
        print(f"{rule:{width}}{counts}")
    totals = (sum(row[status] for row in table.values()) for status in statuses)
    print(f"{'total':{width}}" + "".join(f"{total:10}" for total in totals))
    if reasons and options.reasons > 0:
        print("\nmost frequent reasons for a refusal:")
        for (rule, reason), count in reasons.most_common(options.reasons):
            print(f"{count:6}  {rule}: {reason}")


if __name__ == "__main__":
    main()
