"""The part of JSON Schema that notes.json uses, with a switch for each keyword: what a seeded bug forgets to check."""

import decimal
import re


class Broken(Exception):
    """A value that breaks its schema."""


class Checker:
    """Checks values; `forgets(place, keyword)` says what a bug leaves unchecked there."""

    def __init__(self, components, forgets=lambda place, keyword: False):
        self.components = components
        self.forgets = forgets

    def check(self, schema, value, place):
        if schema is True or schema == {}:
            return
        if "$ref" in schema:
            return self.check(self.components[schema["$ref"].split("/")[-1]], value, place)
        for keyword, limit in schema.items():
            rule = getattr(self, "check_" + keyword.replace("$", ""), None)
            if rule and not self.forgets(place, keyword):
                rule(limit, value, place) if keyword != "additionalProperties" else rule(schema, value, place)

    @staticmethod
    def kind(value):
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "boolean"
        if isinstance(value, int) or isinstance(value, decimal.Decimal) and value == value.to_integral_value():
            return "integer"
        if isinstance(value, decimal.Decimal):
            return "number"
        return {str: "string", list: "array", dict: "object"}[type(value)]

    def need(self, holds, place, keyword):
        if not holds:
            raise Broken(f"{place}: {keyword}")

    def check_type(self, wanted, value, place):
        kind = self.kind(value)
        wanted = wanted if isinstance(wanted, list) else [wanted]
        self.need(kind in wanted or kind == "integer" and "number" in wanted, place, "type")

    def check_enum(self, values, value, place):
        self.need(value in values, place, "enum")

    def check_const(self, wanted, value, place):
        self.need(value == wanted, place, "const")

    def number(self, value):
        return self.kind(value) in ("integer", "number")

    def check_minimum(self, limit, value, place):
        self.need(not self.number(value) or value >= limit, place, "minimum")

    def check_maximum(self, limit, value, place):
        self.need(not self.number(value) or value <= limit, place, "maximum")

    def check_exclusiveMinimum(self, limit, value, place):
        self.need(not self.number(value) or value > limit, place, "exclusiveMinimum")

    def check_exclusiveMaximum(self, limit, value, place):
        self.need(not self.number(value) or value < limit, place, "exclusiveMaximum")

    def check_multipleOf(self, step, value, place):
        self.need(not self.number(value) or decimal.Decimal(value) % decimal.Decimal(str(step)) == 0, place, "multipleOf")

    def check_minLength(self, limit, value, place):
        self.need(not isinstance(value, str) or len(value) >= limit, place, "minLength")

    def check_maxLength(self, limit, value, place):
        self.need(not isinstance(value, str) or len(value) <= limit, place, "maxLength")

    def check_pattern(self, pattern, value, place):
        self.need(not isinstance(value, str) or re.search(pattern.replace("$", r"\Z"), value), place, "pattern")

    def check_format(self, name, value, place):
        self.need(not isinstance(value, str) or is_format(name, value), place, "format")

    def check_minItems(self, limit, value, place):
        self.need(not isinstance(value, list) or len(value) >= limit, place, "minItems")

    def check_maxItems(self, limit, value, place):
        self.need(not isinstance(value, list) or len(value) <= limit, place, "maxItems")

    def check_uniqueItems(self, _, value, place):
        self.need(not isinstance(value, list) or all(x not in value[:i] for i, x in enumerate(value)), place, "uniqueItems")

    def check_items(self, schema, value, place):
        for item in value if isinstance(value, list) else []:
            self.check(schema, item, place + "/*")

    def check_required(self, names, value, place):
        for name in names if isinstance(value, dict) else []:
            self.need(name in value or self.forgets(place + "/" + name, "required"), place, "required")

    def check_properties(self, schemas, value, place):
        for name, schema in schemas.items() if isinstance(value, dict) else []:
            if name in value:
                self.check(schema, value[name], place + "/" + name)

    def check_additionalProperties(self, schema, value, place):
        if schema["additionalProperties"] is False and isinstance(value, dict):
            self.need(all(name in schema["properties"] for name in value), place, "additionalProperties")


def is_format(name, text):
    if name == "date":
        return is_date(text)
    if name == "date-time":
        return is_date_time(text)
    if name == "email":
        return re.fullmatch(r"[^\s@]+@[^\s@]+|\".*\"@[^\s@]+", text) is not None
    if name == "uri":
        return re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", text) is not None and not re.search(r"[\s<>\"{}|\\^`]", text)
    return True


def is_date(text):
    match = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", text)
    if not match:
        return False
    year, month, day = map(int, match.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return 1 <= month <= 12 and 1 <= day <= days[month - 1]


def is_date_time(text):
    """RFC 3339, leap seconds included."""
    match = re.fullmatch(
        r"([0-9-]{10})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?([Zz]|([+-])([0-9]{2}):([0-9]{2}))", text)
    if not match or not is_date(match[1]):
        return False
    hour, minute, second = int(match[2]), int(match[3]), int(match[4])
    offset = 0
    if match[7]:
        if int(match[8]) > 23 or int(match[9]) > 59:
            return False
        offset = (int(match[8]) * 60 + int(match[9])) * (1 if match[7] == "+" else -1)
    if hour > 23 or minute > 59 or second > 60:
        return False
    return second < 60 or (hour * 60 + minute - offset) % 1440 == 1439
