import { demo, sampleStaff, seedPracticeData } from './sample.ts'
import { seedTeams } from './sampleArticles.ts'
import { seedCommunity } from './sampleCommunity.ts'
import { loadSampleContent } from './sampleContent.ts'
import { sampleLeads, seedCopying } from './sampleCopying.ts'
import {
  type SampleCustomerDeps,
  sampleCustomerPassword,
  sampleCustomers,
  seedCustomers,
} from './sampleCustomers.ts'
import { seedInvestments } from './sampleInvestments.ts'
import { seedOptions } from './sampleOptions.ts'
import { seedPositions } from './samplePositions.ts'
import { type SampleQueueDeps, seedQueue } from './sampleQueue.ts'
import { type SampleRewardDeps, seedRewards } from './sampleRewardHistory.ts'
import { seedSubscriptions } from './sampleSubscriptions.ts'
import { seedTrades } from './sampleTrades.ts'
import { seedWithdrawals } from './sampleWithdrawals.ts'

/** How long the sample of trades waits for prices; milliseconds. */
const waitMs = 10_000
/** How long it waits for options of three seconds to settle, on a machine with other work too; milliseconds. */
const settleWaitMs = 60_000

type SampleDeps = Parameters<typeof seedPracticeData>[0] &
  Parameters<typeof loadSampleContent>[0] &
  Parameters<typeof seedWithdrawals>[0] &
  Parameters<typeof seedInvestments>[0] &
  Parameters<typeof seedCopying>[0] &
  Parameters<typeof seedSubscriptions>[0] &
  SampleCustomerDeps &
  SampleRewardDeps &
  SampleQueueDeps

/** Makes the practice sample that needs no price. */
export const seedSample = async (deps: SampleDeps): Promise<void> => {
  await seedPracticeData(deps)
  await loadSampleContent(deps)
  await seedWithdrawals(deps)
  await seedInvestments(deps)
  await seedCustomers(deps)
  await seedCopying(deps)
  await seedTeams(deps)
  await seedCommunity(deps)
  await seedRewards(deps)
  await seedSubscriptions(deps)
  await seedQueue(deps)
}

/** Trades for the demo customer; a start that finds it done is not held up. */
export const seedDemoHistory = async (
  deps: Parameters<typeof seedTrades>[0] & Parameters<typeof seedOptions>[0],
): Promise<void> => {
  const options = () => seedOptions(deps, settleWaitMs)
  // The positions are held for as long as the options last, which are waited for anyway.
  await seedTrades(deps, waitMs, options)
  await options()
  await seedPositions(deps, waitMs)
}

/** What a start prints about practice mode: the feed, the accounts of the sample, and where codes are read. */
export const practiceLines = (feed: string, address: string): readonly string[] => [
  `  PRACTICE   play money; prices from ${feed}`,
  `  customer   ${demo.email} / ${demo.password}   (referral code of the house: 10000)`,
  `  samples    ${sampleCustomers.map(({ email }) => email).join(', ')} / ${sampleCustomerPassword}`,
  ...sampleLeads.map(({ email, password }) => `  lead       ${email} / ${password}`),
  ...sampleStaff.map(({ email, password }) => `  staff      ${email} / ${password}`),
  `  codes sent by mail or phone are read at POST ${address}/api/practice/outbox (to=…), and on the register page`,
]
