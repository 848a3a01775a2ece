/** Wire forms of rewards. */
import type { Day } from '../calendar/days.ts'
import type { BodyOf, DataOf } from '../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import {
  type SigninTier,
  type SigninTotal,
  type TaskId,
  type TaskState,
  taskIdOf,
  taskStates,
} from './rules.ts'
import type { SigninOverview, TaskRow } from './wire.ts'

const totalStates = { 1: 'claimable', 2: 'claimed' } as const
export type TotalState = 'locked' | 'claimable' | 'claimed'

/** State of a reward for a number of signed-in days by its wire status. */
export const totalState = (status: number | null): TotalState =>
  status === null ? 'locked' : (totalStates[status as 1 | 2] ?? 'locked')

const totalStatuses = { locked: null, claimable: 1, claimed: 2 } as const satisfies Record<
  TotalState,
  number | null
>

/** A tier as customers see it. */
export type NamedTier = Omit<SigninTier, 'part'> & { readonly name: string }

/** A total as one customer sees it. */
export type OwnTotal = Omit<SigninTotal, 'part'> & {
  readonly id: number
  readonly name: string
  readonly state: TotalState
}

/** The sign-ins of a customer with the rules. */
export type SigninView = {
  /** Days in a row. */
  readonly streak: number
  /** All sign-ins. */
  readonly total: number
  /** Of today, or what today would bring. */
  readonly reward: Usdt
  readonly isSignedToday: boolean
  /** Whether rewards are offered where the customer lives. */
  readonly isOffered: boolean
  /** Days signed in within the last 42. */
  readonly days: readonly Day[]
  readonly today: Day
  readonly tiers: readonly NamedTier[]
  readonly totals: readonly OwnTotal[]
}

const tierToWire = (tier: NamedTier): SigninOverview['rules'][number] => ({
  name: tier.name,
  minmoney: formatUsdt(tier.minAssets),
  maxmoney: formatUsdt(tier.maxAssets),
  money: formatUsdt(tier.money),
  money2: formatUsdt(tier.streakMoney),
  times: tier.times,
})

const tierFromWire = (row: SigninOverview['rules'][number]): NamedTier => ({
  name: row.name,
  minAssets: usdt(row.minmoney),
  maxAssets: usdt(row.maxmoney),
  money: usdt(row.money),
  streakMoney: usdt(row.money2),
  times: row.times,
})

/** Formats the tiers and the reward of today for `/api/signin/checkinReward`. */
export const tiersToWire = ({
  tiers,
  reward,
}: Pick<SigninView, 'tiers' | 'reward'>): DataOf<'/api/signin/checkinReward'> => ({
  rules: tiers.map(tierToWire),
  reward: formatUsdt(reward),
})

/** Formats the sign-ins of a customer for `/api/signin/signInMsg`. */
export const signinsToWire = (view: SigninView): SigninOverview => ({
  signincount: view.streak,
  total: view.total,
  onboardStatus: view.isSignedToday ? 1 : 0,
  offered: view.isOffered,
  days: [...view.days],
  today: view.today,
  ...tiersToWire(view),
  totals: view.totals.map(({ id, name, times, money, state }) => ({
    ...{ id, name, times, money: formatUsdt(money), status: totalStatuses[state] },
  })),
})

/**
 * Parses the sign-ins that the server returned.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const signinsFromWire = (row: SigninOverview): SigninView => ({
  streak: row.signincount,
  total: row.total,
  reward: usdt(row.reward),
  isSignedToday: row.onboardStatus === 1,
  isOffered: row.offered,
  days: row.days,
  today: row.today,
  tiers: row.rules.map(tierFromWire),
  totals: row.totals.map(({ id, name, times, money, status }) => ({
    ...{ id, name, times, money: usdt(money), state: totalState(status) },
  })),
})

/** What signing in brought. */
export type CheckInResult = {
  readonly reward: Usdt
  /** Days in a row with this one. */
  readonly streak: number
  /** Whether the broker had the money for it; without it the day counts and nothing is paid. */
  readonly isFunded: boolean
}

/** Formats what signing in brought for `/api/signin/checkinDaily`. */
export const checkInToWire = ({
  reward,
  streak,
  isFunded,
}: CheckInResult): DataOf<'/api/signin/checkinDaily'> => ({
  ...{ reward: formatUsdt(reward), signincount: streak, funded: isFunded },
})

/** Parses what signing in brought; throws as `signinsFromWire`. */
export const checkInFromWire = (row: DataOf<'/api/signin/checkinDaily'>): CheckInResult => ({
  ...{ reward: usdt(row.reward), streak: row.signincount, isFunded: row.funded },
})

/** A task as one customer sees it. */
export type OwnTask = {
  readonly id: TaskId
  readonly title: string
  readonly content: string
  readonly state: TaskState
  readonly money: Usdt
  /** Why it was rejected. */
  readonly remark: string | null
}

const taskStatuses: Readonly<Record<TaskState, number>> = { undone: 0, inReview: 1, rejected: 2, done: 3 }

/** State of a task by its wire status; a status that is not known counts as undone. */
export const taskStateFromWire = (status: number): TaskState =>
  taskStates.find((state) => taskStatuses[state] === status) ?? 'undone'

/** Formats the state of a task for `/api/task/submit`. */
export const taskStateToWire = (state: TaskState): DataOf<'/api/task/submit'> => ({
  status: taskStatuses[state],
})

/** Formats tasks for `/api/task/taskList`. */
export const tasksToWire = (tasks: readonly OwnTask[]): TaskRow[] =>
  tasks.map(({ id, title, content, state, money, remark }) => ({
    ...{ id, title, content, money: formatUsdt(money), remark },
    ...taskStateToWire(state),
  }))

/**
 * Parses tasks that the server returned.
 *
 * @throws RangeError an amount is not a decimal number, or a task is none of the five
 */
export const tasksFromWire = (rows: readonly TaskRow[]): readonly OwnTask[] =>
  rows.map(({ id, title, content, status, money, remark }) => {
    const task = taskIdOf(String(id))
    if (task === null) throw new RangeError(`not a task: ${id}`)
    return { id: task, title, content, state: taskStateFromWire(status), money: usdt(money), remark }
  })

/** Whether a list of tasks is of those for newcomers, the only ones there are; other types are empty. */
export const asksForTasks = ({ noticeType }: BodyOf<'/api/task/taskList'>): boolean =>
  noticeType === newcomerTasks.noticeType

/** Asks for the tasks for newcomers. */
export const newcomerTasks = { noticeType: 1 } as const

/** A task that a customer hands in. */
export type SubmitTaskCommand = {
  readonly task: TaskId
  /** Address of a picture of the customer; null without one. */
  readonly picture: string | null
}

/** Parses the request of `/api/task/submit`. */
export const submitTaskFromWire = ({ id, url }: BodyOf<'/api/task/submit'>): SubmitTaskCommand => ({
  task: id,
  picture: url ?? null,
})
