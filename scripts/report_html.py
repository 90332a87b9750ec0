# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""report_html -- pieces of a page of scripts/report.py."""
import html


def escape(value):
    if isinstance(value, float):
        value = f"{value:.6g}"
    return html.escape(str(value))


def word(outcome):
    return f'<span class="word {escape(outcome)}">{escape(outcome)}</span>'


def table(head, rows, numbers=()):
    def cells(row):
        return "".join(f'<td class="number">{cell}</td>' if i in numbers else f"<td>{cell}</td>"
                       for i, cell in enumerate(row))
    return ('<div class="scroll"><table><thead><tr>' +
            "".join(f'<th scope="col">{name}</th>' for name in head) + "</tr></thead><tbody>" +
            "".join(f"<tr>{cells(row)}</tr>" for row in rows) + "</tbody></table></div>")
