/**
 * The rules of doors said once more, as a model of what is recorded: by people's numbers, in
 * seconds since the world began. It is written from what is promised of doors and shares nothing
 * with the service.
 */

/** What a session asks for, fixed for a life. */
export interface Rules {
  readonly allowReentry: boolean
  readonly admitsFrozenCards: boolean
  readonly membersOnly: boolean
}

/** What a door is told. */
export interface Told {
  readonly generatedAt: number
  readonly validUntil: number
  readonly isOpen: boolean
  readonly cap: number | null
  readonly reserved: number
  readonly walkIns: number
  /** Who may come in; everybody at a walk-in door. */
  readonly listed: ReadonlySet<number> | undefined
  readonly admitted: ReadonlySet<number>
  /** Of those on its lists, who has a ticket. */
  readonly tickets: ReadonlySet<number>
  /** Whose a card is by its lists. */
  readonly cards: ReadonlyMap<number, number>
  readonly frozen: ReadonlySet<number>
}

/** One tap: of somebody by their wallet, or of a card. */
export interface Tap {
  readonly key: string
  readonly by: { readonly person: number } | { readonly card: number }
  readonly at: number
  readonly isUpload: boolean
  readonly version: number | undefined
}

export interface Admission {
  readonly key: string
  readonly at: number
  readonly ordinal: number
  readonly hasTicket: boolean
  /** The manifest that justifies it. */
  readonly reported: Told | undefined
  readonly own: string | undefined
  readonly recordedAt: number
  /** The seats left to an upload that no manifest justifies, by all that was recorded then. */
  readonly left: number | undefined
}

/** What is answered. */
export interface Answer {
  readonly person: number
  readonly blocked: string | undefined
  readonly disputed: string | undefined
  readonly isReentry: boolean
  readonly firstAt: number | undefined
  readonly seat: "ticket" | "walk_in" | "none"
}

const tolerance = 300

export const openModel = (rules: Rules, walletOf: (person: number) => string) => {
  const state = {
    now: 0,
    isOpen: true,
    cap: null as number | null,
    tickets: new Set<number>(),
    frozen: new Set<number>(),
    holders: new Map<number, number>(),
    /** When each was a member: from, and to. */
    terms: new Map<number, readonly (readonly [number, number])[]>(),
    present: new Map<number, readonly Admission[]>(),
    reported: new Map<number, Told>(),
    keys: new Map<string, { readonly person: number; readonly answer: Answer }>(),
  }

  const isMember = (person: number, at: number) =>
    (state.terms.get(person) ?? []).some(([from, to]) => at >= from && at < to)
  const sorted = (admissions: readonly Admission[]) =>
    admissions.toSorted((a, b) => a.at - b.at || a.ordinal - b.ordinal)
  const entryOf = (person: number) => sorted(state.present.get(person) ?? [])[0]
  const isBefore = (one: number, other: number) => {
    const apart = (entryOf(one)?.at ?? 0) - (entryOf(other)?.at ?? 0)
    return apart === 0 ? walletOf(one) < walletOf(other) : apart < 0
  }

  const walksIn = (person: number) => entryOf(person)?.hasTicket === false
  /** Whether somebody's seat is not disputed, whoever else turns out to have come. */
  const isSeated = (person: number) => {
    const entry = entryOf(person)
    return entry?.left === undefined && (entry?.reported?.cap ?? null) === null
  }

  /** Whether somebody has no seat whom no manifest let in: they give way to who was let in live. */
  const isOverUnvouched = (person: number, { left = 0, recordedAt }: Admission): boolean =>
    [...state.present.keys()].filter(
      (other) =>
        other !== person &&
        walksIn(other) &&
        (isBefore(other, person) || (isSeated(other) && (entryOf(other)?.at ?? 0) <= recordedAt)),
    ).length >= left

  /** What all that is recorded leaves to those who walk in, and what those take who are recorded. */
  const leftTo = (person: number): number | undefined => {
    if (state.cap === null || state.tickets.has(person)) return undefined
    const others = [...state.present.keys()].filter((other) => other !== person)
    const taken = state.tickets.size + others.filter((one) => !state.tickets.has(one)).length
    return state.cap - taken + others.filter(walksIn).length
  }

  /** Whether no seat was left by the manifest behind somebody's first admission. */
  const isOver = (person: number): boolean => {
    const entry = entryOf(person)
    if (entry?.left !== undefined) return isOverUnvouched(person, entry)
    const { reported, hasTicket } = entry ?? {}
    if (reported === undefined || hasTicket === true || reported.cap === null) return false
    const before = [...state.present.keys()].filter(
      (other) => other !== person && isBefore(other, person),
    )
    const walkIns = before.filter(
      (other) => entryOf(other)?.hasTicket === false && !reported.tickets.has(other),
    )
    return reported.reserved + walkIns.length >= reported.cap
  }

  const disputesOf = (
    person: number,
  ): readonly (readonly [string, string | undefined, boolean])[] =>
    sorted(state.present.get(person) ?? []).map(({ key, own }, n) => {
      if (n === 0) return [key, own ?? (isOver(person) ? "over_capacity" : undefined), false]
      if (own === "card_frozen") return [key, own, rules.allowReentry]
      return [key, rules.allowReentry ? undefined : "duplicate_admission", rules.allowReentry]
    })

  const presenceOf = (person: number) => {
    const reasons = disputesOf(person).flatMap(([, reason]) => reason ?? [])
    const entry = entryOf(person)
    return {
      firstAt: entry?.at,
      seat: entry?.hasTicket === true ? "ticket" : "walk_in",
      disputed: reasons.includes("card_frozen") ? "card_frozen" : reasons[0],
      isOver: isOver(person),
    }
  }

  const justifies = (reported: Told, person: number, { by, at }: Tap): boolean => {
    if (at < reported.generatedAt - tolerance || at >= reported.validUntil) return false
    if ("card" in by && reported.frozen.has(by.card) && !rules.admitsFrozenCards) return false
    if (reported.admitted.has(person)) return rules.allowReentry
    if (!reported.isOpen || (reported.listed !== undefined && !reported.listed.has(person)))
      return false
    return (
      reported.cap === null ||
      reported.tickets.has(person) ||
      reported.reserved + reported.walkIns < reported.cap
    )
  }

  const refusal = (person: number, tap: Tap): string | undefined => {
    const { by, at, isUpload } = tap
    const until = isUpload ? at : at + tolerance
    if ("card" in by && state.frozen.has(by.card) && !rules.admitsFrozenCards) return "card_frozen"
    const entry = entryOf(person)
    if (entry !== undefined && entry.at <= until)
      return rules.allowReentry ? undefined : "already_admitted"
    if (!state.isOpen) return "checkin_closed"
    if (rules.membersOnly && !isMember(person, at)) return "membership_required"
    if (state.cap === null || state.tickets.has(person)) return undefined
    const inside = [...state.present.keys()].filter(
      (other) => other !== person && (entryOf(other)?.at ?? 0) <= until,
    )
    const walkIns = inside.filter((other) => !state.tickets.has(other))
    return state.tickets.size + walkIns.length >= state.cap ? "session_full" : undefined
  }

  /** What a door is told now, under a version. */
  const report = (version: number, generatedAt: number, validUntil: number) => {
    const admitted = new Set(state.present.keys())
    const listed = rules.membersOnly
      ? new Set([...state.terms.keys()].filter((one) => isMember(one, state.now)))
      : undefined
    const onLists = new Set([...admitted, ...(listed ?? state.tickets)])
    const isShown = (card: number) => rules.admitsFrozenCards || !state.frozen.has(card)
    state.reported.set(version, {
      generatedAt,
      validUntil,
      isOpen: state.isOpen,
      cap: state.cap,
      reserved: state.tickets.size,
      walkIns: [...admitted].filter((one) => !state.tickets.has(one)).length,
      listed,
      admitted,
      tickets: new Set([...state.tickets].filter((one) => onLists.has(one))),
      cards: new Map(
        [...state.holders].filter(([card, holder]) => onLists.has(holder) && isShown(card)),
      ),
      frozen: new Set(state.frozen),
    })
  }

  /** Whose a tap is, and whether the manifest it cites justifies it: then `told` is that one. */
  const subjectOf = (tap: Tap) => {
    const { by } = tap
    const reported =
      tap.isUpload && tap.version !== undefined ? state.reported.get(tap.version) : undefined
    const holder = "person" in by ? by.person : (state.holders.get(by.card) ?? -1)
    const named = "person" in by ? holder : (reported?.cards.get(by.card) ?? holder)
    if (reported === undefined || !justifies(reported, named, tap))
      return { person: holder, reported: undefined, isJustified: false } as const
    return { person: named, reported, isJustified: true } as const
  }

  /** Judges a tap and records what is granted; `conflict` when its key is another person's. */
  const judge = (tap: Tap): Answer | "conflict" => {
    const { by, at } = tap
    const { person, reported, isJustified } = subjectOf(tap)
    const known = state.keys.get(tap.key)
    if (known !== undefined) return known.person === person ? known.answer : "conflict"
    const nothing = {
      person,
      disputed: undefined,
      isReentry: false,
      firstAt: undefined,
      seat: "none",
    } as const
    const blocked = isJustified ? undefined : refusal(person, tap)
    if (blocked !== undefined) return { ...nothing, blocked }
    const wasLost = !state.isOpen
      ? "checkin_closed"
      : rules.membersOnly && !isMember(person, at)
        ? "entitlement_lost"
        : undefined
    const isFrozen = "card" in by && state.frozen.has(by.card)
    const before = state.present.get(person) ?? []
    const admission: Admission = {
      key: tap.key,
      at,
      ordinal: before.length,
      hasTicket: isJustified ? reported.tickets.has(person) : state.tickets.has(person),
      reported: isJustified ? reported : undefined,
      own: isFrozen ? "card_frozen" : isJustified ? wasLost : undefined,
      recordedAt: state.now,
      left: isJustified || !tap.isUpload ? undefined : leftTo(person),
    }
    state.present.set(person, [...before, admission])
    const [, disputed, isReentry] = disputesOf(person).find(([key]) => key === tap.key) ?? [
      "",
      undefined,
      false,
    ]
    const firstAt = entryOf(person)?.at
    // Who was inside before has their seat, whatever else is disputed.
    const wasInside =
      isReentry || disputed === "duplicate_admission" || (firstAt !== undefined && firstAt < at)
    const seat = wasInside ? "none" : admission.hasTicket ? "ticket" : "walk_in"
    const answer = {
      person,
      blocked,
      disputed,
      isReentry,
      firstAt,
      seat,
    } as const
    state.keys.set(tap.key, { person, answer })
    return answer
  }

  return { state, report, subjectOf, judge, presenceOf, disputesOf }
}
