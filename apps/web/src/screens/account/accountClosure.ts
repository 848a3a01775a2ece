import { paths } from '../../paths.ts'

/** What keeps an account open, as the server names it, with the place where it can be dealt with. */
export const obstacles = {
  ordersOpen: paths.contract(),
  withdrawalWaiting: paths.journal({ type: '1' }),
  moneyLeft: paths.assets(),
  depositWaiting: paths.journal({ type: '0' }),
} as const
export type Obstacle = keyof typeof obstacles
export const obstacleNames = Object.keys(obstacles) as Obstacle[]

/** What stands in the way of closing, from the server's refusal; null when it was about something else. */
export const obstacleIn = (
  refusal: { readonly retCode: number; readonly data: Readonly<Record<string, unknown>> } | null,
): Obstacle | null => obstacleNames.find((name) => name === refusal?.data.reason) ?? null
