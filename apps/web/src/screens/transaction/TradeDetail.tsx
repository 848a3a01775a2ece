import type { DataOf } from '@glasshouse/core/calls'
import { contractOrderFromWire } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { price, usdt } from '@glasshouse/core/money/units'
import { optionOrderFromWire } from '@glasshouse/core/options/codec'
import type { Trade } from '@glasshouse/core/performance/codec'
import { Button } from '@glasshouse/ui/Button'
import { EvidenceButton } from '@glasshouse/ui/EvidenceButton'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { lazy, Suspense, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { type QueryState, useDecodedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Transaction.module.css'

const CauseReceipt = lazy(() => import('../../components/journal/CauseReceipt.tsx'))
const ShareCard = lazy(() => import('./ShareCard.tsx'))

/** One step of a trade: what happened, at which price, and the tick that caused it. */
export type TradeStep = {
  readonly kind: DataOf<'/api/contract/receipt'>['events'][number]['kind'] | 'bought' | 'settled'
  readonly atMs: number
  readonly price: bigint | null
  readonly tick: number | null
  /** Hash of the tick in the chain of its market. */
  readonly hash: string | null
  readonly fee: bigint
}
/** The steps of a trade, and what it was opened with: margin of a position, stake of an option. */
type History = { readonly steps: readonly TradeStep[]; readonly invested: bigint }

const contractHistory = ({ order, events }: DataOf<'/api/contract/receipt'>): History => ({
  invested: contractOrderFromWire(order).margin,
  steps: events.map(({ kind, time, price: at, tick, fee }) => ({
    ...{ kind, atMs: time, price: price(at), fee: usdt(fee) },
    ...{ tick: tick?.n ?? null, hash: tick?.hash ?? null },
  })),
})

const optionHistory = ({ order, entry, exit }: DataOf<'/api/option/receipt'>): History => {
  const { stake, entryPrice } = optionOrderFromWire(order)
  return {
    invested: stake,
    steps: [
      {
        ...{ kind: 'bought' as const, atMs: entry.time, price: entryPrice, fee: 0n },
        ...{ tick: entry.tick.n, hash: entry.tick.hash },
      },
      ...(exit === null
        ? []
        : [
            {
              ...{ kind: 'settled' as const, atMs: exit.time, fee: 0n },
              price: exit.tick === null ? null : price(exit.tick.price),
              ...{ tick: exit.tick?.n ?? null, hash: exit.tick?.hash ?? null },
            },
          ]),
    ],
  }
}

type DetailProps = { readonly trade: Trade; readonly markets: readonly Market[] }

/** Everything that happened to a closed trade, with its receipt and a picture of the result. */
export function TradeDetail({ trade, markets }: DetailProps) {
  return trade.kind === 'contract' ? (
    <ContractDetail trade={trade} markets={markets} />
  ) : (
    <OptionDetail trade={trade} markets={markets} />
  )
}

function ContractDetail({ trade, markets }: DetailProps) {
  const history = useDecodedCall('/api/contract/receipt', { id: trade.id }, contractHistory)
  return <Steps trade={trade} markets={markets} history={history} />
}

function OptionDetail({ trade, markets }: DetailProps) {
  const history = useDecodedCall('/api/option/receipt', { id: trade.id }, optionHistory)
  return <Steps trade={trade} markets={markets} history={history} />
}

function Steps({ trade, markets, history }: DetailProps & { history: QueryState<History> }) {
  const { t } = useTranslation('transaction')
  const figures = useFormatters()
  const [shown, setShown] = useState<'receipt' | 'share' | null>(null)
  const scale = markets.find(({ pid }) => pid === trade.pid)?.scale ?? 2
  if (history.data === undefined)
    return history.error ? <ListError list={history} /> : <Skeleton width="100%" height={96} />
  const { steps, invested } = history.data
  return (
    <div className={styles.detail}>
      <ol className={styles.steps} aria-label={t('timeline.title')}>
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events of a closed trade never change their places
          <li key={at}>
            <b>{t(`timeline.${step.kind}`)}</b>
            <span>{step.price === null ? '—' : figures.price(step.price, scale)}</span>
            <span className={styles.small}>{figures.full(step.atMs)}</span>
            <span className={styles.small}>
              {step.tick === null ? '' : t('timeline.tick', { n: figures.whole(step.tick) })}
              {step.fee > 0n && ` · ${t('timeline.fee', { fee: figures.charge(step.fee) })}`}
            </span>
          </li>
        ))}
      </ol>
      <div className={styles.acts}>
        <EvidenceButton
          label={t('timeline.openReceipt', { id: trade.id })}
          onClick={() => setShown('receipt')}
        >
          {t('timeline.receipt')}
        </EvidenceButton>
        <Button size="s" icon={<Icon name="upload" size={14} />} onClick={() => setShown('share')}>
          {t('share.open')}
        </Button>
      </div>
      <Suspense fallback={null}>
        {shown === 'receipt' && (
          <CauseReceipt cause={{ kind: trade.kind, id: trade.id }} onClose={() => setShown(null)} />
        )}
        {shown === 'share' && (
          <ShareCard
            trade={trade}
            invested={invested}
            last={steps.at(-1) ?? null}
            scale={scale}
            onClose={() => setShown(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
