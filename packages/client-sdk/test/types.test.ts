import type { GeneratedReward as ContractAnswer } from "@symbolon/core/contract"
import { expectTypeOf, it } from "vitest"
import type {
  AdmissionResult,
  Call,
  Client,
  ClientOptions,
  List,
  Member,
  MembershipTier,
  Organization,
  Page,
  PaymentInterval,
  SymbolonError,
  Transaction,
  WithResponse,
} from "../src/index.ts"
import { isApiError } from "../src/index.ts"
import type { GeneratedReward } from "../src/webhooks.ts"

declare const client: Client

it("answers are the wire's: null where it says null, and never undefined", () => {
  expectTypeOf<Organization["description"]>().toEqualTypeOf<string | null>()
  expectTypeOf<Organization["name"]>().toEqualTypeOf<string>()
  expectTypeOf<Member["user"]["username"]>().toEqualTypeOf<string | null>()
  expectTypeOf<Transaction["tags"]>().toEqualTypeOf<readonly string[]>()
  expectTypeOf<MembershipTier["entitlements"]>().toEqualTypeOf<
    Readonly<Record<string, boolean | number | string>>
  >()
})

it("enums are open, and named where they have a name", () => {
  expectTypeOf<"one_time">().toExtend<PaymentInterval>()
  expectTypeOf<string>().toExtend<PaymentInterval>()
  expectTypeOf<Member["tier_payment_interval"]>().toEqualTypeOf<PaymentInterval>()
  expectTypeOf<AdmissionResult["decision"]>().not.toEqualTypeOf<string>()
})

it("methods take parameters, then input, then options", () => {
  type Get = Client["organizations"]["get"]
  expectTypeOf<Get>().parameter(0).toEqualTypeOf<string>()
  expectTypeOf<Get>().returns.toEqualTypeOf<Call<Organization>>()
  expectTypeOf<Awaited<ReturnType<Get>>>().toEqualTypeOf<Organization>()
  expectTypeOf<Awaited<ReturnType<Call<Organization>["withResponse"]>>>().toEqualTypeOf<
    WithResponse<Organization>
  >()
  type Lists = Client["organizations"]["list"]
  expectTypeOf<Parameters<Lists>>().toExtend<readonly [unknown?, unknown?]>()
  expectTypeOf<ReturnType<Lists>>().toEqualTypeOf<List<Organization>>()
  expectTypeOf<Awaited<ReturnType<Lists>>>().toEqualTypeOf<Page<Organization>>()
  expectTypeOf<ClientOptions>().toExtend<{ baseUrl: string }>()
})

it("what is answered follows from what is sent", () => {
  const one = () =>
    client.sessions.admit("s", { identifier: { type: "card", value: "x" }, idempotency_key: "k" })
  const many = () => client.sessions.admit("s", { admissions: [] })
  expectTypeOf(one).returns.toEqualTypeOf<Call<AdmissionResult>>()
  expectTypeOf<Awaited<ReturnType<typeof many>>>().toHaveProperty("results")
  expectTypeOf(() => client.sessions.checkinManifestText("s")).returns.toEqualTypeOf<Call<string>>()
})

it("what is wrong does not compile", () => {
  const wrong = [
    // @ts-expect-error a member that is needed
    () => client.memberships.add("a", {}),
    // @ts-expect-error a member that there is not
    () => client.organizations.list({ sort: "name" }),
    // @ts-expect-error a write that counts once needs its key
    () => client.wallets.transfer("a", { to: { type: "wallet", value: "b" }, amount: 1 }),
    // @ts-expect-error options where the input belongs
    () => client.organizations.list({ signal: new AbortController().signal }),
    // @ts-expect-error a parameter too few
    () => client.entitlements.check("a", "b"),
  ]
  expectTypeOf(wrong).toBeArray()
})

it("a code narrows an error to its details", () => {
  const read = (e: unknown) => {
    if (isApiError(e, "payment_required"))
      expectTypeOf(e.details.amount_cents).toEqualTypeOf<number>()
    if (isApiError(e, "conflict")) expectTypeOf(e.code).toEqualTypeOf<"conflict">()
    if (isApiError(e)) expectTypeOf(e).toEqualTypeOf<SymbolonError>()
    if (isApiError(e)) expectTypeOf(e.outcome).toEqualTypeOf<"refused" | "unknown">()
  }
  expectTypeOf(read).toBeFunction()
})

it("a webhook's answer has one of two forms, here and in the contract", () => {
  const content = {
    data: { greeting: "Hello" },
    items: [{ type: "coupon" as const, code: "1", title: "Ten off" }],
    content_version: "1",
  }
  expectTypeOf({ content }).toExtend<GeneratedReward>()
  expectTypeOf({ content }).toExtend<ContractAnswer>()
  expectTypeOf({ manifest_url: "https://a.example", access_key: "key" }).toExtend<GeneratedReward>()
  expectTypeOf({ manifest_url: "https://a.example" }).not.toExtend<GeneratedReward>()
  expectTypeOf({ content: { ...content, items: [{ type: "coupon" as const }] } }).not.toExtend<
    GeneratedReward | ContractAnswer
  >()
  expectTypeOf<ContractAnswer>().toExtend<GeneratedReward>()
})
