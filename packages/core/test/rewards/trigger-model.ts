/**
 * What triggers do with events, told a second time: it keeps every event it was told of, and counts
 * them anew whenever it is asked.
 */
export interface ModelTrigger {
  readonly name: string
  readonly scopes: readonly { readonly event: string; readonly count: number }[]
  readonly windowSeconds: number | undefined
}

interface Told {
  readonly event: string
  readonly person: string
  readonly id: string
}

type ModelOutcome = "issued" | "deduplicated" | "not_matched"

/** Opens a model with triggers that are all on. */
export const openTriggerModel = (triggers: readonly ModelTrigger[]) => {
  const heard = new Map<string, Told[]>(triggers.map(({ name }) => [name, []]))
  const answers = new Map<string, ModelOutcome>()
  const issued: { readonly trigger: string; readonly person: string; readonly at: number }[] = []
  const off = new Set<string>()
  const place = (trigger: string, scope: string, { event, id }: Told) =>
    JSON.stringify([trigger, scope, event, id])
  return {
    toggle: (name: string) => (off.has(name) ? off.delete(name) : off.add(name)),
    /** Answers what each scope of the event does, by trigger and scope, at a moment in seconds. */
    tell: (told: Told, at: number): Readonly<Record<string, ModelOutcome>> => {
      const said: Record<string, ModelOutcome> = {}
      for (const { name, scopes, windowSeconds } of triggers.filter((one) => !off.has(one.name))) {
        const all = heard.get(name) ?? []
        const isNew = !all.some(({ event, id }) => event === told.event && id === told.id)
        if (isNew && scopes.some(({ event }) => event === told.event)) all.push(told)
        const times = all.filter(
          ({ event, person }) => event === told.event && person === told.person,
        ).length
        for (const { event, count } of scopes.filter((scope) => scope.event === told.event)) {
          const scope = `${event}:count:${count}`
          const last = issued.findLast((one) => one.trigger === name && one.person === told.person)
          const isWithin =
            windowSeconds !== undefined && last !== undefined && at < last.at + windowSeconds
          if (isNew && times === count) {
            answers.set(place(name, scope, told), isWithin ? "deduplicated" : "issued")
            if (!isWithin) issued.push({ trigger: name, person: told.person, at })
          }
          said[`${name} ${scope}`] = answers.get(place(name, scope, told)) ?? "not_matched"
        }
      }
      return said
    },
    /** How many rewards a person got. */
    rewardsOf: (wanted: string) => issued.filter(({ person }) => person === wanted).length,
  }
}
