import type { ContentTexts } from '@glasshouse/core/content/records'
import { addSampleContent } from '../../content/index.ts'
import { listInvestProductNames } from '../../invest/index.ts'
import { type Platform, transact } from '../../platform/index.ts'
import { findState, lockSeedState, upsertState } from '../store.ts'
import { sampleLeads } from './sampleCopying.ts'

const english = (title: string, content: string): ContentTexts => ({
  en: { title: `Sample: ${title}`, content },
})

/** Articles and answers beside the first ones, so that both lists have a second page; each says how the product works. */
const news: readonly ContentTexts[] = [
  english(
    'how a market order is filled',
    'A buy is filled at the best ask and a sell at the best bid of the tick in force when the order is accepted. In live mode the first tick within 250 milliseconds after it counts if it is worse, so that no one trades on an old price. The receipt of the order names the ticks.',
  ),
  english(
    'what a receipt proves',
    'Each fill, settlement and movement of money has a receipt: the tick that decided it, the amounts, and the hash of the record before. The page computes the result again in your browser. The verifier does the same without this site.',
  ),
  english(
    'why a price can be out of force',
    'When no message of a market has arrived for five seconds, its price is stale. Stale prices decide nothing: orders are refused with the reason, and an option that would settle then is refunded.',
  ),
  english(
    'the liabilities report',
    'After each midnight the platform publishes what it owes to all customers, as the root of a tree of sums. On the page “Proof” you can check that your own balance is part of it. No other balance is shown to you.',
  ),
  english(
    'interest is reserved before it is sold',
    'A product with a fixed rate is sold only as far as its reserve covers the whole interest of the order. The reserve of each product is public, and a purchase that it does not cover is refused.',
  ),
  english(
    'copying a lead trader',
    'The positions of a lead are opened with the lead’s own money through the same calls as yours. The page of a lead shows drawdown and risk beside the return, and it says since when the record is counted. Money in a copy product can be lost.',
  ),
  english(
    'withdrawals and their deadline',
    'Each withdrawal has a status, a reason where it waits, and an instant by which it must be decided. The page “Proof” shows how long withdrawals took, the oldest that waits, and how many were rejected for which reason.',
  ),
  english(
    'changes of terms are announced',
    'Fees, leverage and lot sizes of a product change only after an announcement, with two managers and a public history. An order on its way keeps the terms under which it was sent.',
  ),
  english(
    'limits you set yourself',
    'On the page “Limits” you can cap your deposits, your stake and your loss per day, or pause trading. Lower limits apply at once, higher ones after 24 hours. Closing a position is always possible.',
  ),
  english(
    'the strategy of AI ordering',
    'AI ordering follows one published rule, momentum-1. The panel shows its values live, the backtest shows months with a loss as well, and each decision names the candles it was computed from.',
  ),
  english(
    'what practice mode is',
    'In practice mode all money is play money. Prices come from a simulator or a recorded market, codes are shown on the page, and each screen carries the word PRACTICE. Everything else works as in live mode.',
  ),
]

const questions: readonly ContentTexts[] = [
  english(
    'What does a contract cost?',
    'A fee on opening and one on closing, each a share of the order value that the product names. The ticket shows both before you confirm. There is no funding payment and no charge for holding a position.',
  ),
  english(
    'What is the liquidation price?',
    'The price at which the margin level of your wallet would fall to 50 %. It depends on all positions of the wallet, so it moves when you open or close another one. You never lose more than the wallet holds.',
  ),
  english(
    'How is an option settled?',
    'By the last price whose time at the source is not after the expiry. The amount a win pays is moved from the reserve into escrow when you buy, so it is there when the option is decided.',
  ),
  english(
    'What happens when the site is down?',
    'Stops and options are decided by the recorded prices of the source, also those that passed while the site was down. Where no price can be proven, an option is refunded.',
  ),
  english(
    'Why do I have to enter a code again?',
    'Withdrawals, new addresses and changes of your sign-in need a fresh proof that it is you. It is valid for ten minutes in this session; signing in alone does not count.',
  ),
  english(
    'How long does a withdrawal take?',
    'The quote shows the latest instant before you confirm. A new address and a changed password add a waiting time, which the quote names.',
  ),
  english(
    'Do I need an identity check?',
    'Not to close positions, and not to withdraw up to the limit that the withdrawal page names. It raises that limit. Pictures are stored encrypted and deleted when you ask.',
  ),
  english(
    'How do I download what is stored about me?',
    'On the page “Your data”. The file holds your orders, receipts, journal and records, and the verifier can check it.',
  ),
  english(
    'What does inviting someone pay?',
    'A share of interest and fees that the platform funds when the product is sold; it is never taken from the invited customer. The page “Invite” lists the levels and what is paid by whom.',
  ),
  english(
    'Can a manager change my balance?',
    'No. No call of the console sets a balance, a price or a result. Managers decide deposits and withdrawals, and each decision is in the audit log with its reason.',
  ),
]

const plan: ContentTexts = english(
  'plan',
  'A sample of a plan. The operator writes here what is intended for a year. A plan is no promise.',
)

/** Articles, answers and the plan; they are loaded once under their own name. */
export const sampleArticles = [
  ...news.map((texts) => ({ kind: 'news' as const, position: 0, texts, fields: {} })),
  ...questions.map((texts, at) => ({ kind: 'faq' as const, position: 2 + at, texts, fields: {} })),
  { kind: 'plan' as const, position: 0, texts: plan, fields: { year: '2027' } },
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
    const content = `A sample. ${username} trades by a published rule; the figures are computed from its orders.`
    return id === undefined
      ? []
      : [
          {
            kind: 'team' as const,
            position,
            texts: { en: { name: username, content } },
            fields: { product: String(id) },
          },
        ]
  })
  return transact(database.db, async (tx) => {
    await lockSeedState(tx)
    if (cards.length === 0 || (await findState(tx, stateName)) !== undefined) return false
    await addSampleContent(tx, cards, clock.now())
    await upsertState(tx, stateName, { version: 1, loadedMs: clock.now() })
    return true
  })
}
