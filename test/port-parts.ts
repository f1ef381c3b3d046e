import { join } from "node:path"
import type {
  PartKind,
  PortPart,
  PortVerb,
} from "../packages/storage-contract/test/breakages/mistakes.ts"
import {
  API,
  type Checker,
  SignatureKind,
  type Symbol as TypeSymbol,
  type Type,
  TypeFlags,
} from "typescript/unstable/sync"

const root = join(import.meta.dirname, "..")
const config = join(root, "packages/core/tsconfig.build.json")
const port = join(root, "packages/core/src/foundation/storage/storage.ts")

/** Reads every verb of every repository from the types of the storage port. */
export const readPort = (): readonly PortVerb[] => {
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProjects()[0]
    const text = project?.program.getSourceFile(port)?.text
    if (project === undefined || text === undefined) throw new Error(`${config} holds no ${port}`)
    const { checker } = project
    const repositories = checker.getSymbolAtPosition(port, text.indexOf("Repositories {"))
    if (repositories === undefined) throw new Error(`${port} declares no interface Repositories`)
    return membersOf(checker, checker.getDeclaredTypeOfSymbol(repositories)).flatMap(
      ({ name: noun, type }) =>
        membersOf(checker, type).map(({ name, type: verb }) => readVerb(checker, noun, name, verb)),
    )
  } finally {
    api.close()
  }
}

const readVerb = (checker: Checker, noun: string, verb: string, type: Type): PortVerb => {
  const [signature] = checker.getSignaturesOfType(type, SignatureKind.Call)
  if (signature === undefined) throw new Error(`${noun}.${verb} is no function`)
  const input = signature
    .getParameters()
    .map((one) => ({ name: one.name, type: typeOf(checker, one) }))
  const answer = checker.getReturnTypeOfSignature(signature)
  const parts = input.flatMap(({ name, type: of }, index) =>
    partsOf(checker, `${noun}.${verb} ${name}`, [index], of),
  )
  return {
    noun,
    verb,
    names: input.map(({ name }) => name),
    parts: [...new Map(parts.map((part) => [part.label, part])).values()],
    isAnswered: answer !== undefined && checker.typeToString(answer) === "Promise<boolean>",
  }
}

const partsOf = (
  checker: Checker,
  label: string,
  path: readonly (number | string)[],
  type: Type,
): readonly PortPart[] => {
  const all = alternatives(type)
  const given = all.filter(({ flags }) => (flags & (TypeFlags.Undefined | TypeFlags.Null)) === 0)
  const own = {
    label,
    path,
    isOptional: given.length < all.length,
    choices: given.map(valueOf),
    kind: kindOf(checker, given),
  }
  const fields = given
    .flatMap((one) => fieldsOf(checker, one))
    .flatMap(({ name, type: of }) => partsOf(checker, `${label}.${name}`, [...path, name], of))
  const items = given
    .flatMap((one) => itemOf(checker, one))
    .flatMap((of) => partsOf(checker, `${label}[]`, [...path, "*"], of))
  return [own, ...fields, ...items.filter(({ label: of }) => of !== `${label}[]`)]
}

const kindOf = (checker: Checker, given: readonly Type[]): PartKind => {
  const is = (flag: TypeFlags) => given.every(({ flags }) => (flags & flag) !== 0)
  if (is(TypeFlags.StringLiteral | TypeFlags.NumberLiteral | TypeFlags.BooleanLiteral))
    return "choice"
  if (is(TypeFlags.String | TypeFlags.TemplateLiteral)) return "text"
  if (is(TypeFlags.Number)) return "number"
  const names = given.map((one) => checker.typeToString(one))
  if (names.every((name) => name === "Date")) return "moment"
  return names.every((name) => name === "readonly string[]") ? "texts" : "other"
}

const valueOf = (type: Type): unknown => (type.isLiteralType() ? type.value : undefined)

const alternatives = (type: Type): readonly Type[] =>
  type.isUnionType() ? type.getTypes() : [type]

const fieldsOf = (checker: Checker, type: Type) => {
  if (!type.isObjectType() && !type.isIntersectionType()) return []
  const isOurs =
    !checker.isArrayLikeType(type) &&
    !["Date", "Map", "ReadonlyMap", "Uint8Array"].includes(type.getSymbol()?.name ?? "")
  return isOurs ? membersOf(checker, type) : []
}

const itemOf = (checker: Checker, type: Type): readonly Type[] =>
  checker.isArrayLikeType(type) && type.isTypeReference()
    ? checker.getTypeArguments(type).filter((one) => one.isObjectType())
    : []

const membersOf = (checker: Checker, type: Type) =>
  checker
    .getPropertiesOfType(type)
    .map((member) => ({ name: member.name, type: typeOf(checker, member) }))

const typeOf = (checker: Checker, symbol: TypeSymbol): Type => {
  const type = checker.getTypeOfSymbol(symbol)
  if (type === undefined) throw new Error(`${symbol.name} has no type`)
  return type
}
