import { type JsonSchema, refName } from "./json-schema.ts"

/** How references and optional members are printed. */
export interface Printing {
  readonly io: "input" | "output"
  /** The TypeScript name of a named schema. */
  readonly nameOf: (name: string) => string
}

/**
 * A schema as a TypeScript type. Enums stay open: a value that a newer server knows is unknown to
 * us, not wrong.
 */
export const printType = (schema: JsonSchema, printing: Printing, indent = ""): string => {
  if (schema.$ref !== undefined) return printing.nameOf(refName(schema.$ref))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return printEnum(schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined)
    return union(options.map((option) => printType(option, printing, indent)))
  if (schema.allOf !== undefined)
    return schema.allOf.map((part) => parenthesized(printType(part, printing, indent))).join(" & ")
  if (Array.isArray(schema.type))
    return union(
      schema.type.map((type: string) => printType({ ...schema, type }, printing, indent)),
    )
  switch (schema.type) {
    case "object":
      return printObject(schema, printing, indent)
    case "array":
      return printArray(schema, printing, indent)
    case "integer":
      return "number"
    case "string":
    case "number":
    case "boolean":
    case "null":
      return schema.type
    default:
      return "unknown"
  }
}

/**
 * The members of an object type, one a line, each with a comment about what its type cannot say.
 */
export const printMembers = (schema: JsonSchema, printing: Printing, indent: string): string =>
  Object.entries(schema.properties ?? {})
    .map(([name, member]) => {
      const isOptional = !(schema.required ?? []).includes(name)
      // Callers may write `description: maybe`; answers never carry undefined.
      const orUndefined = isOptional && printing.io === "input" ? " | undefined" : ""
      const type = `${printType(member, printing, indent)}${orUndefined}`
      return `${printNote(member, indent)}${indent}readonly ${printKey(name)}${isOptional ? "?" : ""}: ${type}\n`
    })
    .join("")

/** A TSDoc comment, or nothing. */
export const printComment = (lines: readonly string[], indent = ""): string => {
  const text = lines.map((line) => line.replaceAll("*/", "*\\/"))
  if (text.length === 0) return ""
  if (text.length === 1) return `${indent}/** ${text[0]} */\n`
  return `${indent}/**\n${text.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`
}

const printNote = (schema: JsonSchema, indent: string): string => {
  const inner =
    schema.anyOf?.find((option) => option.type !== "null" && schema.anyOf?.length === 2) ?? schema
  const parts = [
    schema.description,
    inner.format === "date-time" ? "ISO 8601 date and time." : undefined,
    range(inner),
    schema.default === undefined || isEmpty(schema.default)
      ? undefined
      : `Default \`${JSON.stringify(schema.default)}\`.`,
  ].filter((part) => part !== undefined)
  return printComment(parts.length === 0 ? [] : [parts.join(" ")], indent)
}

const range = ({ type, minimum, maximum, maxLength, maxItems }: JsonSchema): string | undefined => {
  if (maxLength !== undefined) return `At most ${maxLength} characters.`
  if (maxItems !== undefined) return `At most ${maxItems}.`
  if (type !== "integer" && type !== "number") return undefined
  const least = minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum
  const most = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (least === undefined && most === undefined) return undefined
  if (most === undefined) return `At least ${least}.`
  return least === undefined ? `At most ${most}.` : `${least} to ${most}.`
}

const isEmpty = (value: unknown): boolean =>
  value === "" || JSON.stringify(value) === "[]" || JSON.stringify(value) === "{}"

const printEnum = (values: readonly unknown[]): string => {
  const literals = values.map((value) => JSON.stringify(value))
  return values.every((value) => typeof value === "string")
    ? `${literals.join(" | ")} | (string & {})`
    : literals.join(" | ")
}

const printObject = (schema: JsonSchema, printing: Printing, indent: string): string => {
  if (schema.properties !== undefined && Object.keys(schema.properties).length > 0)
    return `{\n${printMembers(schema, printing, `${indent}  `)}${indent}}`
  const values =
    typeof schema.additionalProperties === "object"
      ? printType(schema.additionalProperties, printing, indent)
      : "unknown"
  return `Readonly<Record<string, ${values}>>`
}

const printArray = (schema: JsonSchema, printing: Printing, indent: string): string => {
  if (schema.prefixItems !== undefined)
    return `readonly [${schema.prefixItems.map((item) => printType(item, printing, indent)).join(", ")}]`
  return `readonly ${parenthesized(printType(schema.items ?? {}, printing, indent))}[]`
}

const union = (types: readonly string[]): string => {
  const distinct = [...new Set(types)]
  return [
    ...distinct.filter((type) => type !== "null"),
    ...distinct.filter((type) => type === "null"),
  ].join(" | ")
}

const parenthesized = (type: string): string =>
  /^[\w:;]+$|^"[^"]*"$|^\{[^{}]*\}$|^Readonly<[^<>]*<[^<>]*>>$/.test(type) ? type : `(${type})`

const printKey = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
