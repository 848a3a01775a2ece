import type { DataOf } from '@glasshouse/core/calls'
import type { RiskProduct } from '@glasshouse/core/policy/rules'

export type Question = DataOf<'/api/user/riskCheck'>['questions'][number]
/** What was chosen so far: question → option. */
export type Answers = Readonly<Record<string, string>>

/** The products in the order in which they are shown. */
export const riskProducts = ['contract', 'option', 'invest'] as const satisfies readonly RiskProduct[]

/**
 * The answers as they travel, or null while a question is open.
 *
 * @example answersText([{ id: 'q1', … }, { id: 'q2', … }], { q1: 'a', q2: 'c' }) // 'q1:a,q2:c'
 */
export const answersText = (questions: readonly Question[], answers: Answers): string | null => {
  const given = questions.map(({ id }) => {
    const answer = answers[id]
    return answer === undefined ? null : `${id}:${answer}`
  })
  return given.includes(null) ? null : given.join(',')
}

const riskCheckNeeded = 2010

/** The product whose risk check a refusal asks for; null when it is about something else. */
export const productAskedFor = (
  refusal: { readonly retCode: number; readonly data: Readonly<Record<string, unknown>> } | null,
): RiskProduct | null =>
  refusal?.retCode === riskCheckNeeded
    ? (riskProducts.find((product) => product === refusal.data.product) ?? null)
    : null
