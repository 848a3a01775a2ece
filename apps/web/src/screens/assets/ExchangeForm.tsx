import { formatUsdt } from '@glasshouse/core/money/units'
import type { CoinBalance } from '@glasshouse/core/wallets/codec'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Select } from '@glasshouse/ui/Select'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { NumberField } from '../../components/NumberField.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useAge } from '../../data/time.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Assets.module.css'
import { allToSell, type ExchangePlan, minConversionText, quoteConversion } from './exchangePlan.ts'

const CommandDialog = lazy(() =>
  import('@glasshouse/ui/CommandDialog').then((module) => ({ default: module.CommandDialog })),
)

/** Sells and refreshes all lists that show the amount. */
const useSale = (onSold: () => void) => {
  const { t } = useTranslation('assets')
  const figures = useFormatters()
  const sale = useMutation('/api/user/transferBalance')
  const sell = async (coin: CoinBalance, { request }: ExchangePlan): Promise<boolean> => {
    const answer = request === null ? null : await sale.run(request)
    if (answer === null || request === null) return false
    showToast({
      title: t('exchange.done', { received: figures.plain(answer.received) }),
      text: t('exchange.doneText', {
        amount: figures.plain(request.number),
        coin: coin.title,
        rate: figures.plain(answer.rate),
      }),
    })
    onSold()
    return true
  }
  return { sell, busy: sale.busy, error: sale.error }
}

/** Form with coin, amount, and proceeds at the current rate. */
export function ExchangeForm({
  coins,
  coin,
  onCoin,
  onSold,
}: {
  coins: readonly CoinBalance[]
  coin: CoinBalance
  onCoin: (id: number) => void
  onSold: () => void
}) {
  const { t } = useTranslation('assets')
  const [typed, setTyped] = useState('')
  const [asking, setAsking] = useState(false)
  const plan = quoteConversion(coin, typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (plan.request !== null) setAsking(true)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Select
        label={t('exchange.coin')}
        options={coins.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={String(coin.id)}
        onChange={(id) => {
          setTyped('')
          onCoin(Number.parseInt(id, 10))
        }}
      />
      <AmountField coin={coin} plan={plan} typed={typed} onType={setTyped} />
      <Rate coin={coin} plan={plan} />
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        reasonPlace="below"
        reason={
          plan.obstacle === 'enter'
            ? t('exchange.enter')
            : plan.obstacle === 'noRate'
              ? t('exchange.noRate')
              : plan.obstacle
                ? true
                : undefined
        }
      >
        {t('exchange.submit')}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <Confirm coin={coin} plan={plan} onClose={() => setAsking(false)} onSold={onSold} />
        </Suspense>
      )}
    </form>
  )
}

function AmountField({
  coin,
  plan,
  typed,
  onType,
}: {
  coin: CoinBalance
  plan: ExchangePlan
  typed: string
  onType: (text: string) => void
}) {
  const { t } = useTranslation('assets')
  const figures = useFormatters()
  const mistakes = {
    wrong: t('exchange.wrong'),
    low: t('exchange.low'),
    tooLittle:
      plan.rate === null
        ? ''
        : t('exchange.tooLittle', { least: figures.plain(minConversionText(plan.rate)) }),
  }
  const { obstacle } = plan
  const all = allToSell(coin)
  return (
    <NumberField
      label={t('quantity')}
      limits={t('exchange.has', { amount: figures.plain(coin.amount) })}
      value={typed}
      onChange={onType}
      error={
        obstacle === 'wrong' || obstacle === 'low' || obstacle === 'tooLittle'
          ? mistakes[obstacle]
          : undefined
      }
      end={
        all !== null && (
          <Button variant="quiet" size="s" onClick={() => onType(all)}>
            {t('exchange.all')}
          </Button>
        )
      }
    />
  )
}

/** Rate with its age, and the proceeds of the amount. */
function Rate({ coin, plan }: { coin: CoinBalance; plan: ExchangePlan }) {
  const { t } = useTranslation(['assets', 'shell'])
  const figures = useFormatters()
  const age = useAge(coin.rateTime, 1000)
  const seconds = figures.whole(Math.max(0, Math.floor((age ?? 0) / 1000)))
  return (
    <DescriptionList
      items={[
        {
          id: 'rate',
          label: t('exchange.rate'),
          value: coin.rate === null ? t('noPrice') : `1 = ${figures.plain(coin.rate)} USDT`,
          working: coin.stale ? (
            <span className={styles.old}>{t('shell:stream.age', { seconds })}</span>
          ) : (
            t('exchange.rateText')
          ),
        },
        {
          id: 'received',
          label: t('exchange.received'),
          value: plan.received === null ? '—' : `${figures.amount(plan.received, 'floor')} USDT`,
          total: true,
        },
      ]}
    />
  )
}

/** Confirmation with exact proceeds; the rate stays live. */
function Confirm({
  coin,
  plan,
  onClose,
  onSold,
}: {
  coin: CoinBalance
  plan: ExchangePlan
  onClose: () => void
  onSold: () => void
}) {
  const { t } = useTranslation(['assets', 'shell'])
  const figures = useFormatters()
  const sentence = useSentence()
  const sale = useSale(onSold)
  const amount = plan.request === null ? '' : figures.plain(plan.request.number)
  return (
    <CommandDialog
      title={t('exchange.ask', { amount, coin: coin.title })}
      description={t('exchange.askText')}
      closeLabel={t('shell:close')}
      cancelLabel={t('exchange.keep')}
      act={
        plan.received === null
          ? t('exchange.submit')
          : t('exchange.yes', { received: figures.plain(formatUsdt(plan.received)) })
      }
      variant="primary"
      busy={sale.busy && t('exchange.busy')}
      reason={plan.request === null ? true : undefined}
      problem={sentence(sale.error)}
      onAct={() => void sale.sell(coin, plan)}
      onClose={onClose}
    >
      <Rate coin={coin} plan={plan} />
    </CommandDialog>
  )
}
