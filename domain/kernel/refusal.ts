/**
 * What the domain says no to. `rule` is a stable name, `sentence` is for people, word for word as the
 * specification has it where it has one.
 */
export type Refusal<Rule extends string = string> = { rule: Rule; sentence: string }

/** A value, or the refusal that stands in its place. */
export type Decision<Value, Rule extends string = string> =
  | { ok: true; value: Value }
  | { ok: false; refusal: Refusal<Rule> }

export const accept = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })

export const refuse = <Rule extends string>(rule: Rule, sentence: string) => ({
  ok: false as const,
  refusal: { rule, sentence },
})
