import type { RiskProduct } from '../policy/rules.ts'
import type { Language } from '../wire/languages.ts'
import en from './riskCheck/en.json' with { type: 'json' }
import es from './riskCheck/es.json' with { type: 'json' }
import ja from './riskCheck/ja.json' with { type: 'json' }
import kr from './riskCheck/kr.json' with { type: 'json' }
import pt from './riskCheck/pt.json' with { type: 'json' }
import ru from './riskCheck/ru.json' with { type: 'json' }
import th from './riskCheck/th.json' with { type: 'json' }
import zhCn from './riskCheck/zh_CN.json' with { type: 'json' }
import zhTw from './riskCheck/zh_TW.json' with { type: 'json' }

export const riskProducts = ['contract', 'option', 'invest'] as const satisfies readonly RiskProduct[]

/** Version of notices and questions; any change of a sentence or an answer is a new version. */
export const riskCheckVersion = '1'

type Texts = typeof en
const texts: Readonly<Record<Language, Texts>> = { en, es, ja, kr, pt, ru, th, zh_CN: zhCn, zh_TW: zhTw }

type Topic = Exclude<keyof Texts, 'notice'>

/** Questions of a product, each with its right answer; only the questions are sent to pages. */
const questionsOf: Readonly<Record<RiskProduct, readonly (readonly [Topic, string])[]>> = {
  contract: [
    ['contractLoss', 'c'],
    ['contractLeverage', 'b'],
    ['afford', 'b'],
  ],
  option: [
    ['optionLoss', 'a'],
    ['optionOdds', 'c'],
    ['afford', 'b'],
  ],
  invest: [
    ['investEnd', 'b'],
    ['investCopy', 'a'],
    ['afford', 'b'],
  ],
}

export type RiskCheck = {
  readonly version: string
  readonly notice: string
  readonly questions: readonly {
    readonly id: string
    readonly text: string
    readonly options: readonly { readonly id: string; readonly text: string }[]
  }[]
}

const idOf = (place: number): string => `q${place + 1}`

/** Notice and questions that a customer answers before the first order of a product. */
export const riskCheckOf = (product: RiskProduct, lang: Language): RiskCheck => ({
  version: riskCheckVersion,
  notice: texts[lang].notice[product],
  questions: questionsOf[product].map(([topic], place) => {
    const { text, ...options } = texts[lang][topic]
    return {
      id: idOf(place),
      text,
      options: Object.entries(options).map(([id, option]) => ({ id, text: option })),
    }
  }),
})

/**
 * Parses the answers of the wire: every question of the product once, each with one of its options. Returns null for
 * anything else.
 *
 * @example readAnswers('contract', 'q1:c,q2:b,q3:b') // Map { q1 → c, q2 → b, q3 → b }
 * @example readAnswers('contract', 'q1:c') // null
 */
export const readAnswers = (product: RiskProduct, raw: string): ReadonlyMap<string, string> | null => {
  const { questions } = riskCheckOf(product, 'en')
  const byId = new Map<string, string>()
  for (const part of raw.split(',')) {
    const [id = '', answer = '', ...more] = part.split(':')
    const question = questions.find((candidate) => candidate.id === id)
    if (more.length > 0 || byId.has(id) || !question?.options.some((option) => option.id === answer))
      return null
    byId.set(id, answer)
  }
  return byId.size === questions.length ? byId : null
}

/** Whether every answer is right. */
export const areAnswersCorrect = (product: RiskProduct, answers: ReadonlyMap<string, string>): boolean =>
  questionsOf[product].every(([, right], place) => answers.get(idOf(place)) === right)
