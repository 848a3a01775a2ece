import type { DataOf } from '@glasshouse/core/calls'
import type { RiskProduct } from '@glasshouse/core/policy/rules'

export type Question = DataOf<'/api/user/riskCheck'>['questions'][number]
/** Selected answers: question id → option id. */
export type Answers = Readonly<Record<string, string>>

/** Products in display order. */
export const riskProducts = ['contract', 'option', 'invest'] as const satisfies readonly RiskProduct[]

/**
 * Answers in wire format, or null while a question is unanswered.
 *
 * @example answersText([{ id: 'q1', … }, { id: 'q2', … }], { q1: 'a', q2: 'c' }) // 'q1:a,q2:c'
 */
export const answersText = (questions: readonly Question[], answers: Answers): string | null => {
  const selected = questions.map(({ id }) => {
    const answer = answers[id]
    return answer === undefined ? null : `${id}:${answer}`
  })
  return selected.includes(null) ? null : selected.join(',')
}

const riskCheckNeeded = 2010

/** Product whose risk check an error requires; null for other errors. */
export const requiredRiskProduct = (
  refusal: { readonly retCode: number; readonly data: Readonly<Record<string, unknown>> } | null,
): RiskProduct | null =>
  refusal?.retCode === riskCheckNeeded
    ? (riskProducts.find((product) => product === refusal.data.product) ?? null)
    : null
