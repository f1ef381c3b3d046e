type Schema = Readonly<Record<string, unknown>> | boolean

/**
 * What is wrong with an answer by a JSON Schema, as far as our documents use it: one line per
 * fault, none when it fits. Stricter than the schema: a member that the document does not list is a
 * fault, though clients have to tolerate it.
 */
export const faultsOf = (
  value: unknown,
  schema: Schema,
  definitions: Readonly<Record<string, Schema>>,
  at = "$",
): readonly string[] => {
  if (typeof schema === "boolean") return schema ? [] : [`${at}: nothing fits here`]
  const {
    $ref,
    anyOf,
    allOf,
    type,
    properties = {},
    required = [],
    additionalProperties,
    propertyNames,
    items,
    pattern,
  } = schema as Keywords
  const inner = (each: unknown, by: Schema, where: string) => faultsOf(each, by, definitions, where)
  if ($ref !== undefined)
    return inner(value, definitions[$ref.replace("#/components/schemas/", "")] ?? false, at)
  if (anyOf !== undefined && !anyOf.some((form) => inner(value, form, at).length === 0))
    return [
      `${at}: fits no form of ${anyOf.length}: ${inner(value, anyOf[0] ?? false, at).join("; ")}`,
    ]
  const faults: string[] = (allOf ?? []).flatMap((form) => inner(value, form, at))
  if (type !== undefined && ![type].flat().some((name) => isOfType(value, name)))
    return [`${at}: is ${JSON.stringify(value)}, not ${String(type)}`]
  if ("const" in schema && schema["const"] !== value)
    faults.push(`${at}: is not ${String(schema["const"])}`)
  if (Array.isArray(schema["enum"]) && !schema["enum"].includes(value))
    faults.push(`${at}: ${String(value)} is not one of ${schema["enum"].join()}`)
  if (pattern !== undefined && typeof value === "string" && !new RegExp(pattern).test(value))
    faults.push(`${at}: ${value} does not match`)
  if (Array.isArray(value) && items !== undefined)
    faults.push(...value.flatMap((each, index) => inner(each, items, `${at}[${index}]`)))
  if (typeof value !== "object" || value === null || Array.isArray(value)) return faults
  for (const name of required) if (!Object.hasOwn(value, name)) faults.push(`${at}: lacks ${name}`)
  for (const [name, each] of Object.entries(value)) {
    const by = properties[name] ?? additionalProperties
    if (by !== undefined) faults.push(...inner(each, by, `${at}.${name}`))
    else if ("properties" in schema) faults.push(`${at}: has ${name}, which is not documented`)
    if (propertyNames !== undefined) faults.push(...inner(name, propertyNames, `${at}.${name}?`))
  }
  return faults
}

interface Keywords {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly pattern?: string
}

const isOfType = (value: unknown, type: string): boolean => {
  if (type === "null") return value === null
  if (type === "array") return Array.isArray(value)
  if (type === "integer") return Number.isInteger(value)
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value)
  return typeof value === type
}
