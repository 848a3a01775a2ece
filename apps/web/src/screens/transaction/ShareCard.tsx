import type { Trade } from '@glasshouse/core/performance/codec'
import { resultRate } from '@glasshouse/core/performance/rules'
import { Button } from '@glasshouse/ui/Button'
import { Checkbox } from '@glasshouse/ui/Checkbox'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Icon } from '@glasshouse/ui/Icon'
import { saveFile } from '@glasshouse/ui/saveFile'
import { useEffect, useState } from 'react'
import { encode } from 'uqr'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { type Card, cardSize, drawCard } from './drawCard.ts'
import type { TradeStep } from './TradeDetail.tsx'
import { TradeLink, useTradeLink } from './TradeLink.tsx'
import styles from './Transaction.module.css'
import { useTradeWords } from './tradeCells.tsx'

type CardInput = {
  readonly trade: Trade
  /** Margin of the position, or stake of the option. */
  readonly invested: bigint
  readonly last: TradeStep | null
  /** Decimals of the prices. */
  readonly scale: number
}

/** Picture of a closed trade with its true figures, drawn on this page. Amounts are left out unless chosen. */
export default function ShareCard({
  trade,
  invested,
  last,
  scale,
  onClose,
}: CardInput & { onClose: () => void }) {
  const { t } = useTranslation(['transaction', 'shell'])
  // The dialog mounts its content later than this component: the picture is drawn once its element is there.
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [hasAmounts, setAmounts] = useState(false)
  const link = useTradeLink(trade)
  const card = useCard({ trade, invested, last, scale }, hasAmounts, link.address)
  const text = JSON.stringify(card)
  useEffect(() => {
    const context = canvas?.getContext('2d')
    if (context) drawCard(context, JSON.parse(text), getComputedStyle(document.documentElement))
  }, [canvas, text])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('share.title')}
      description={t('share.text')}
      closeLabel={t('shell:close')}
    >
      <div className={styles.share}>
        <canvas
          ref={setCanvas}
          className={styles.card}
          width={cardSize.width}
          height={cardSize.height}
          role="img"
          aria-label={`${card.title}, ${card.rate} ${card.rateName}. ${card.facts.map((fact) => fact.join(' ')).join('. ')}`}
        />
        <Checkbox checked={hasAmounts} onChange={setAmounts}>
          {t('share.amounts')}
        </Checkbox>
        <TradeLink link={link} />
        <Button
          variant="primary"
          wide
          icon={<Icon name="download" size={14} />}
          onClick={() => saveCard(canvas, `glasshouse-${trade.kind}-${trade.id}.png`)}
        >
          {t('share.save')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Saves the picture as a file of this device. */
const saveCard = (canvas: HTMLCanvasElement | null, name: string): void => {
  canvas?.toBlob((blob) => {
    if (blob !== null) saveFile(blob, name)
  }, 'image/png')
}

/** The texts of the picture. */
const useCard = (
  { trade, invested, last, scale }: CardInput,
  hasAmounts: boolean,
  address: string | null,
): Card => {
  const { t } = useTranslation('transaction')
  const figures = useFormatters()
  const words = useTradeWords()
  const rate = resultRate(trade.pnl, invested)
  const at = (units: bigint | null) => (units === null ? '—' : figures.price(units, scale))
  const facts: Card['facts'] = [
    [t('share.entry'), at(trade.openPrice)],
    [t('share.exit'), at(trade.closePrice)],
    [t('share.closed'), figures.full(trade.closedMs)],
  ]
  const pnl = [t('share.pnl'), `${figures.amount(trade.pnl, 'floor', 8, 'always')} USDT`] as const
  return {
    title: `${trade.symbol} · ${words.side(trade)}`,
    mark: isPractice ? t('share.practice') : '',
    rate: figures.percent(rate, 'always'),
    direction: rate > 0n ? 'up' : rate < 0n ? 'down' : 'flat',
    rateName: t(trade.kind === 'contract' ? 'share.onMargin' : 'share.onStake'),
    facts: hasAmounts ? [...facts, pnl] : facts,
    proof: [
      ...(last === null || last.tick === null || last.hash === null
        ? []
        : [t('timeline.tick', { n: figures.whole(last.tick) }), `${last.hash.slice(0, 16)}…`]),
      ...(address === null ? [] : [address]),
    ].join(' · '),
    code: address === null ? [] : encode(address, { ecc: 'M', border: 2 }).data,
    note: t('share.note'),
  }
}
