/** Verdict on a money form: what would be done with its figures, or the first problem with its own. */
export type Judgement<Plan, Problem> =
  | { readonly plan: Plan; readonly problem: null }
  | { readonly plan: null; readonly problem: Problem }

/** A form that is accepted. */
export const accept = <Plan>(plan: Plan): { readonly plan: Plan; readonly problem: null } => ({
  plan,
  problem: null,
})

/** A form that is rejected. */
export const reject = <Problem>(problem: Problem): { readonly plan: null; readonly problem: Problem } => ({
  plan: null,
  problem,
})
