import type { ContentTexts } from '@glasshouse/core/content/records'
import { type Language, languages } from '@glasshouse/core/wire/languages'
import { addSampleContent } from '../../content/index.ts'
import { listInvestProductNames } from '../../invest/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { findState, lockSeedState, upsertState } from '../store.ts'
import en from './articles/en.json' with { type: 'json' }
import es from './articles/es.json' with { type: 'json' }
import ja from './articles/ja.json' with { type: 'json' }
import kr from './articles/kr.json' with { type: 'json' }
import pt from './articles/pt.json' with { type: 'json' }
import ru from './articles/ru.json' with { type: 'json' }
import th from './articles/th.json' with { type: 'json' }
import zhCn from './articles/zh_CN.json' with { type: 'json' }
import zhTw from './articles/zh_TW.json' with { type: 'json' }
import { sampleLeads } from './sampleCopying.ts'

type Articles = typeof en
type Article = Readonly<Record<string, string>>

const articles: Readonly<Record<Language, Articles>> = {
  ...{ en, es, ja, kr, pt, ru, th },
  ...{ zh_CN: zhCn, zh_TW: zhTw },
}

/** One text in every language; throws where a language lacks it. */
const inEveryLanguage = (pick: (of: Articles) => Article | undefined): ContentTexts =>
  Object.fromEntries(
    languages.map((language) => {
      const text = pick(articles[language])
      if (text === undefined) throw new Error(`the sample articles lack a text in ${language}`)
      return [language, text]
    }),
  )

/**
 * Articles and answers beside the first ones, so that both lists have a second page, and the plan. Each says how the
 * product works. They are loaded once under their own name.
 */
export const sampleArticles = [
  ...en.news.map((_, at) => ({
    kind: 'news' as const,
    position: 0,
    texts: inEveryLanguage(({ news }) => news[at]),
    fields: {},
  })),
  ...en.faq.map((_, at) => ({
    kind: 'faq' as const,
    position: 2 + at,
    texts: inEveryLanguage(({ faq }) => faq[at]),
    fields: {},
  })),
  {
    kind: 'plan' as const,
    position: 0,
    texts: inEveryLanguage(({ plan }) => plan),
    fields: { year: '2027' },
  },
]

const stateName = 'practice.sampleTeams'

/** Adds a card for each sample lead, bound to the copy product with its computed record. Runs once. */
export const seedTeams = async ({
  clock,
  database,
}: Pick<Platform, 'clock' | 'database'>): Promise<boolean> => {
  const products = new Map(await listInvestProductNames(database.db))
  const cards = sampleLeads.flatMap(({ username, product }, position) => {
    const id = products.get(product)
    if (id === undefined) return []
    const texts = inEveryLanguage(({ team }) => ({
      name: username,
      content: team.replace('{name}', username),
    }))
    return [{ kind: 'team' as const, position, texts, fields: { product: String(id) } }]
  })
  return transact(database.db, async (tx) => {
    await lockSeedState(tx)
    if (cards.length === 0 || (await findState(tx, stateName)) !== undefined) return false
    await addSampleContent(tx, cards, clock.now())
    await upsertState(tx, stateName, { version: 1, loadedMs: clock.now() })
    return true
  })
}
