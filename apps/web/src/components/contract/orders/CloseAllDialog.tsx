import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import { closePositionToWire } from '@glasshouse/core/contracts/commands/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { Button } from '@glasshouse/ui/Button'
import { Calculation } from '@glasshouse/ui/Calculation'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { priceDirection } from '../../market/market.ts'
import { usePositions } from '../../market/orderLabels.ts'
import { closeWalletsView } from '../positions.ts'
import { sideKey } from '../side.ts'
import type { TradingData } from '../tradingData.ts'
import { payingWallet, useMarketsNow } from '../useTradingAccount.ts'
import styles from './CloseDialog.module.css'
import { DialogError } from './DialogError.tsx'

/** Closes positions one after the other and stops at the first that is refused. */
const useClosingAll = (onDone: () => void) => {
  const { t } = useTranslation('contract')
  const positions = usePositions()
  const command = useMutation('/api/contract/pingcangContract')
  const [progress, setProgress] = useState<{ readonly at: number; readonly total: number } | null>(null)
  const close = async (orders: readonly ContractOrder[]): Promise<void> => {
    for (const [index, { id }] of orders.entries()) {
      setProgress({ at: index + 1, total: orders.length })
      if ((await command.run(closePositionToWire({ id, lots: null }))) === null) return setProgress(null)
    }
    onDone()
    showToast({ tone: 'evidence', title: t('closeAll.done', { positions: positions(orders.length) }) })
  }
  return { close, command, progress }
}

/** Confirmation to close positions of one or more wallets at once, with what each brings. */
export default function CloseAllDialog({
  wallets,
  markets,
  onDone,
}: {
  /** The wallets with those of their positions that are closed. */
  wallets: readonly { readonly trader: TradingData; readonly orders: readonly ContractOrder[] }[]
  markets: readonly Market[]
  onDone: () => void
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const positions = usePositions()
  const { close, command, progress } = useClosingAll(onDone)
  const orders = wallets.flatMap((wallet) => wallet.orders)
  const now = useMarketsNow(orders, markets)
  const closable = wallets.flatMap(({ trader, orders }) => {
    const wallet = payingWallet(trader)
    const positions = orders.flatMap((order) => {
      const market = now.get(order.pid)
      return market?.best ? [{ order, lot: market.lot, best: market.best }] : []
    })
    return wallet && positions.length === orders.length ? [{ positions, wallet }] : []
  })
  const view = closable.length === wallets.length ? closeWalletsView(closable) : null
  const count = positions(orders.length)
  const isBusy = progress !== null
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(open) => !open && !isBusy && onDone()}
      title={t('closeAll.title', { positions: count })}
      description={t('closeAll.text')}
      closeLabel={t('close')}
      foot={
        <>
          <Button onClick={onDone}>{t('cancel')}</Button>
          <Button
            variant="primary"
            busy={progress !== null && t('closeAll.acting', progress)}
            reason={view === null || orders.length === 0 ? t('closePosition.noPrice') : undefined}
            onClick={(event) => {
              if (event.detail < 2) void close(orders)
            }}
          >
            {t('closeAll.act', { positions: count })}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {view && (
          <DescriptionList
            className={styles.all}
            items={view.closes.map(({ order, view: { profit, shown } }) => ({
              id: String(order.id),
              label: `${order.symbol} ${t(sideKey(order))} ${order.leverage}×`,
              value: (
                <PriceChange direction={priceDirection(profit)} arrow={false}>
                  {figures.own(profit, 'always')}
                </PriceChange>
              ),
              working: <Calculation sum={`${t('closePosition.back')} ${figures.own(shown.back)}`} />,
            }))}
          />
        )}
        {view && (
          <DescriptionList
            items={[
              { id: 'profit', label: t('closePosition.profit'), value: figures.own(view.profit, 'always') },
              { id: 'fee', label: t('closePosition.fee'), value: figures.charge(view.fee) },
              { id: 'back', label: t('closePosition.back'), value: figures.own(view.back), total: true },
            ]}
          />
        )}
        <DialogError error={command.error} />
      </div>
    </Dialog>
  )
}
