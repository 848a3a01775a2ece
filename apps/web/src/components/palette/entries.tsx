import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { Icon, type IconName } from '@glasshouse/ui/Icon'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useContractOrders } from '../../data/contractOrders.ts'
import { useMarkets } from '../../data/quotes.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { sideKey } from '../contract/side.ts'
import { useFormatters } from '../formatters.ts'
import { LiveChange } from '../LiveChange.tsx'
import { LivePrice } from '../LivePrice.tsx'
import { favouritesFirst, useFavourites } from '../market/favourites.ts'
import { useLots } from '../market/orderLabels.ts'
import { setConfirmsOrders, useConfirmsOrders } from '../orderConfirmation.ts'
import { setTheme, useTheme } from '../theme.ts'
import { useLabelled } from '../useLabelled.ts'
import { hasTicketKeys, pressTicketKey, setShortcutsOn, useShortcutsOn } from './shortcuts.ts'

export const entryGroups = ['markets', 'orders', 'actions', 'pages', 'settings'] as const

/** Something that the search finds and opens or does. */
export type Entry = {
  readonly id: string
  readonly group: (typeof entryGroups)[number]
  readonly title: string
  readonly note?: string
  readonly icon: ReactNode
  /** Live figures at the end of the row. */
  readonly end?: ReactNode
  readonly run: () => void
}

const maxOrders = 50

const entryOf = (
  group: Entry['group'],
  id: string,
  icon: IconName,
  title: string,
  run: () => void,
): Entry => ({ id: `${group}-${id}`, group, title, icon: <Icon name={icon} size={16} />, run })

type Go = (path: string) => void

/** Markets, favourites first. */
const useMarketEntries = (go: Go): readonly Entry[] => {
  const favourites = useFavourites()
  const markets = useMarkets().data ?? []
  return favouritesFirst(markets, favourites).map((market: Market) => ({
    id: `market-${market.pid}`,
    group: 'markets',
    title: market.symbol,
    note: market.title,
    icon: <CoinIcon code={market.symbol} size={22} />,
    end: (
      <>
        <LivePrice market={market} flash={false} />
        <LiveChange market={market} />
      </>
    ),
    run: () => go(paths.contract({ symbol: market.symbol })),
  }))
}

/** Positions and open orders of both contract wallets; each opens its market. */
const useOrderEntries = (go: Go): readonly Entry[] => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const markets = useMarkets().data ?? []
  const watch = { off: useSession() === null }
  const query = { states: ['resting', 'open'], page: 1, pageSize: maxOrders } as const
  const first = useContractOrders({ wallet: 'contract', ...query }, watch)
  const second = useContractOrders({ wallet: 'contract2', ...query }, watch)
  if (watch.off) return []
  return [...(first.data ?? []), ...(second.data ?? [])].map((order: ContractOrder) => {
    const scale = markets.find(({ pid }) => pid === order.pid)?.scale ?? 2
    const side = t(sideKey(order))
    return {
      id: `order-${order.id}`,
      group: 'orders',
      title: `${order.symbol} ${side} ${lotsOf(order.lots)}`,
      note: `${t(order.state === 'resting' ? 'orders.pending' : 'orders.open')} · ${figures.price(order.openPrice, scale)} · ${order.leverage}×`,
      icon: <Icon name="orders" size={16} />,
      run: () => go(paths.contract({ symbol: order.symbol })),
    }
  })
}

const usePageEntries = (go: Go): readonly Entry[] => {
  const { t } = useTranslation(['palette', 'shell', 'mine'])
  const page = (id: string, icon: IconName, title: string, path: string): Entry =>
    entryOf('pages', id, icon, title, () => go(path))
  return [
    page('home', 'house', t('shell:nav.home'), paths.home()),
    page('contract', 'candles', t('shell:nav.contract'), paths.contract()),
    page('quotes', 'clock', t('shell:nav.quotes'), paths.quotes()),
    page('kline', 'fullscreen', t('palette:page.chart'), paths.kline()),
    page('transaction', 'orders', t('shell:nav.transaction'), paths.transaction()),
    page('project', 'leaf', t('shell:nav.project'), paths.project()),
    page('subscription', 'plus', t('shell:nav.subscription'), paths.subscription()),
    page('mine', 'person', t('shell:nav.mine'), paths.mine()),
    page('assets', 'bars', t('mine:shortcut.assets'), paths.assets()),
    page('recharge', 'download', t('mine:shortcut.recharge'), paths.recharge()),
    page('withdraw', 'upload', t('mine:shortcut.withdraw'), paths.withdraw()),
    page('exchange', 'exchange', t('mine:shortcut.exchange'), paths.exchange()),
    page('journal', 'rows', t('mine:shortcut.journal'), paths.journal()),
    page('loan', 'clock', t('mine:shortcut.loan'), paths.loan()),
    page('addresses', 'lock', t('mine:shortcut.bindColdWallet'), paths.bindColdWallet()),
    page('identity', 'check', t('mine:shortcut.authentication'), paths.authentication()),
    page('security', 'lock', t('mine:room.security'), paths.security()),
    page('limits', 'sliders', t('mine:room.limits'), paths.limits()),
    page('data', 'download', t('mine:room.data'), paths.data()),
    page('notices', 'bell', t('palette:page.notices'), paths.notices()),
    page('noticeSettings', 'sliders', t('palette:page.noticeSettings'), paths.noticeSettings()),
    page('signIn', 'star', t('mine:shortcut.signIn'), paths.signIn()),
    page('inviteFriends', 'person', t('mine:shortcut.inviteFriends'), paths.inviteFriends()),
    page('community', 'comment', t('palette:page.community'), paths.community()),
    page('trust', 'eye', t('palette:page.trust'), paths.trust()),
    page('news', 'text', t('palette:page.news'), paths.new()),
    page('questions', 'comment', t('palette:page.questions'), paths.question()),
    page('about', 'house', t('shell:nav.about'), paths.about()),
    page('download', 'download', t('shell:download'), paths.download()),
  ]
}

const useActionEntries = (onShortcuts: () => void): readonly Entry[] => {
  const { t } = useTranslation('palette')
  const ticket: readonly Entry[] = hasTicketKeys()
    ? [
        entryOf('actions', 'long', 'plus', t('key.long'), () => pressTicketKey('b')),
        entryOf('actions', 'short', 'minus', t('key.short'), () => pressTicketKey('s')),
      ]
    : []
  return [...ticket, entryOf('actions', 'shortcuts', 'text', t('shortcuts.title'), onShortcuts)]
}

const useSettingEntries = (): readonly Entry[] => {
  const { t } = useTranslation(['palette', 'shell', 'trade'])
  const labelled = useLabelled()
  const theme = useTheme()
  const confirms = useConfirmsOrders()
  const isOn = useShortcutsOn()
  return [
    entryOf(
      'settings',
      'theme',
      theme === 'night' ? 'sun' : 'moon',
      t(theme === 'night' ? 'shell:theme.toDay' : 'shell:theme.toNight'),
      () => setTheme(theme === 'night' ? 'day' : 'night'),
    ),
    entryOf(
      'settings',
      'confirm',
      'check',
      labelled(t('trade:confirm.setting'), t(confirms ? 'trade:confirm.send' : 'trade:confirm.ask')),
      () => setConfirmsOrders(!confirms),
    ),
    entryOf('settings', 'keys', 'text', t(isOn ? 'palette:shortcuts.off' : 'palette:shortcuts.on'), () =>
      setShortcutsOn(!isOn),
    ),
  ]
}

/** Everything that the search can find, in the order of its groups. */
export const useEntries = (onShortcuts: () => void): readonly Entry[] => {
  const [, navigate] = useLocation()
  const go: Go = (path) => navigate(path)
  return [
    ...useMarketEntries(go),
    ...useOrderEntries(go),
    ...useActionEntries(onShortcuts),
    ...usePageEntries(go),
    ...useSettingEntries(),
  ]
}
