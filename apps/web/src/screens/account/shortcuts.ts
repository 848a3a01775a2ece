import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import type { IconName } from '@glasshouse/ui/Icon'
import { paths } from '../../paths.ts'

/** The ways on from the account, in the order in which they are shown. */
const ways = {
  assets: { icon: 'bars', path: paths.assets() },
  recharge: { icon: 'download', path: paths.recharge() },
  withdraw: { icon: 'upload', path: paths.withdraw() },
  transfer: { icon: 'transfer', path: null },
  exchange: { icon: 'exchange', path: paths.exchange() },
  send: { icon: 'out', path: null },
  journal: { icon: 'rows', path: paths.journal() },
  signIn: { icon: 'star', path: paths.signIn() },
  inviteFriends: { icon: 'person', path: paths.inviteFriends() },
  loan: { icon: 'clock', path: paths.loan() },
  subscription: { icon: 'plus', path: paths.subscription() },
  bank: { icon: 'house', path: paths.bank() },
  bindColdWallet: { icon: 'lock', path: paths.bindColdWallet() },
  authentication: { icon: 'check', path: paths.authentication() },
  withdrawPassword: { icon: 'eye', path: null },
  resetPassword: { icon: 'envelope', path: paths.forget() },
} as const satisfies Readonly<Record<string, { icon: IconName; path: string | null }>>

/** What opens over the account when a shortcut has no screen of its own. */
export type OpenedShortcut = 'transfer' | 'send'
export type ShortcutName = keyof typeof ways
export type Shortcut = {
  readonly name: ShortcutName
  readonly icon: IconName
  /** Null where a dialog opens instead of a screen. */
  readonly path: string | null
}

/**
 * The shortcuts of a customer: authentication and sending to others as far as staff allow them. The first withdraw
 * password is set by typing it twice, a later one with a code.
 */
export const shortcutsOf = ({
  hidesIdentityCheck,
  canSendToOthers,
  hasWithdrawPassword,
}: Pick<
  ProfileView,
  'hidesIdentityCheck' | 'canSendToOthers' | 'hasWithdrawPassword'
>): readonly Shortcut[] =>
  (Object.keys(ways) as ShortcutName[])
    .filter((name) => name !== 'authentication' || !hidesIdentityCheck)
    .filter((name) => name !== 'send' || canSendToOthers)
    .map((name) => ({
      name,
      ...ways[name],
      ...(name === 'withdrawPassword' ? { path: paths.edit({ type: hasWithdrawPassword ? '1' : '0' }) } : {}),
    }))
