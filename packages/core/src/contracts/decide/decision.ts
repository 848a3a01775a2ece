/** What decisions on contracts are made of: the instant they are made at, and what comes of them. */
import type { Refusal } from '../judge.ts'
import type { MarketSnapshot } from '../marketSnapshot.ts'

/** The markets and the wall clock, epoch milliseconds, by which a decision is made. */
export type Moment = { readonly at: MarketSnapshot; readonly nowMs: number }

/** A result, mostly the events of a command in order, or why nothing was done. */
export type Decision<Result> =
  | { readonly result: Result; readonly refusal: null }
  | { readonly result: null; readonly refusal: Refusal }

/** Something is done. */
export const done = <Result>(result: Result): { readonly result: Result; readonly refusal: null } => ({
  result,
  refusal: null,
})

/** Nothing is done. */
export const refuse = (refusal: Refusal): { readonly result: null; readonly refusal: Refusal } => ({
  result: null,
  refusal,
})
