import type { Market } from '@glasshouse/core/markets/codec'
import { formatPrice, formatUsdt, type Price } from '@glasshouse/core/money/units'
import { optionOrderFromWire, optionTypeToWire } from '@glasshouse/core/options/codec'
import type { ExpiryChoice, OptionType } from '@glasshouse/core/options/rules'
import { showToast } from '@glasshouse/ui/Toast'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { useStyle } from '../../components/market/useStyle.ts'
import { useCurrentPath } from '../../components/useCurrentPath.ts'
import { useMutation } from '../../data/query.ts'
import { useSession } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import type { OptionTicketView } from './box.ts'

/** Delay before a visitor is redirected to sign in, so that the message can be read. */
const visitorWaitsMs = 2000

const useVisitorsWay = (): (() => void) => {
  const { t } = useTranslation('options')
  const [, navigate] = useLocation()
  const here = useCurrentPath()
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    showToast({ title: t('box.notSignedIn'), tone: 'danger' })
    timer.current = window.setTimeout(() => navigate(paths.login({ next: here })), visitorWaitsMs)
  }
}

/** Order to place, with the displayed price. */
export type BuyRequest = {
  readonly market: Market
  readonly choice: ExpiryChoice | null
  readonly view: OptionTicketView
  /** Last price displayed on the button. */
  readonly seen: Price
}

/** Buys an option and shows the result; visitors are redirected to sign in. */
export const useBuy = (onPlaced: (id: number) => void, onReceipt: (id: number) => void) => {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const styleOf = useStyle()
  const visitor = useSession() === null
  const showTheWay = useVisitorsWay()
  const command = useMutation('/api/option/placeOrder')
  const buy = async ({ market, choice, view, seen }: BuyRequest, type: OptionType): Promise<void> => {
    if (visitor) return showTheWay()
    if (view.problem || !view.outcome || !choice) return
    const answer = await command.run({
      pid: market.pid,
      ostyle: optionTypeToWire(type),
      endprofit: choice.seconds,
      fee: formatUsdt(view.outcome.stake),
      buyprice: formatPrice(seen),
      terms: market.termsId,
    })
    if (!answer) return
    const order = optionOrderFromWire(answer)
    onPlaced(order.id)
    showToast({
      tone: 'evidence',
      title: t('box.placed', {
        style: styleOf(order.type),
        stake: figures.plain(formatUsdt(order.stake)),
        price: figures.price(order.entryPrice, market.scale),
      }),
      text: t('box.placedText', { time: figures.time(order.expiresMs) }),
      action: { text: t('news.receipt'), onUse: () => onReceipt(order.id) },
    })
  }
  return { buy, command }
}
