import { failed, type Result, success } from './result.ts'

/**
 * Why the domain refuses a command or a value. `rule` is a stable name for programs; `sentence` is for people, with the
 * text of docs/product 5 if it has one.
 */
export type Refusal<Rule extends string = string> = { rule: Rule; sentence: string }

/** An accepted value, or the refusal. */
export type Decision<Value, Rule extends string = string> = Result<Value, Refusal<Rule>>

export const accept = success

export const refuse = <Rule extends string>(rule: Rule, sentence: string) => failed({ rule, sentence })
