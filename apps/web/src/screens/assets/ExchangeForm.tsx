import { type CoinBalance, convertedCoinsFromWire } from '@glasshouse/core/wallets/codec'
import { minConversion } from '@glasshouse/core/wallets/rules'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Select } from '@glasshouse/ui/Select'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { baseOf } from '../../components/market/market.ts'
import { NumberField } from '../../components/NumberField.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useAge } from '../../data/time.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Assets.module.css'
import { coinId } from './coinRows.ts'
import { allToSell, type ExchangePlan, quoteConversion } from './exchangePlan.ts'
import { useCoinCode } from './useCoinCode.ts'

const CommandDialog = lazy(() =>
  import('@glasshouse/ui/CommandDialog').then((module) => ({ default: module.CommandDialog })),
)

/** Sells and refreshes all lists that show the amount. */
const useSale = (onSold: () => void) => {
  const { t } = useTranslation('assets')
  const figures = useFormatters()
  const sale = useMutation('/api/user/transferBalance')
  const sell = async (coin: CoinBalance, { request, amount }: ExchangePlan): Promise<boolean> => {
    const answer = request === null ? null : await sale.run(request)
    if (answer === null || amount === null) return false
    const { received, rate } = convertedCoinsFromWire(answer)
    showToast({
      title: t('exchange.done', { received: figures.coins(received) }),
      text: t('exchange.doneText', {
        amount: figures.coins(amount),
        coin: coin.title,
        rate: figures.exactPrice(rate),
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
        options={coins.map((one) => ({ value: String(coinId(one)), label: one.title }))}
        value={String(coinId(coin))}
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
  const unit = baseOf(useCoinCode()(coin.title))
  const mistakes = {
    wrong: t('exchange.wrong'),
    low: t('exchange.low'),
    tooLittle:
      plan.rate === null ? '' : t('exchange.tooLittle', { least: figures.coins(minConversion(plan.rate)) }),
  }
  const { obstacle } = plan
  const all = allToSell(coin)
  return (
    <NumberField
      label={t('quantity')}
      limits={t('exchange.has', { amount: figures.coins(coin.amount) })}
      unit={unit}
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
  const unit = baseOf(useCoinCode()(coin.title))
  const figures = useFormatters()
  const age = useAge(coin.rateMs, 1000)
  const seconds = figures.whole(Math.max(0, Math.floor((age ?? 0) / 1000)))
  return (
    <DescriptionList
      items={[
        {
          id: 'rate',
          label: t('exchange.rate'),
          value: coin.rate === null ? t('noPrice') : `1 ${unit} = ${figures.exactPrice(coin.rate)} USDT`,
          working: coin.isStale ? (
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
  const amount = plan.amount === null ? '' : figures.coins(plan.amount)
  return (
    <CommandDialog
      title={t('exchange.ask', { amount, coin: coin.title })}
      description={t('exchange.askText')}
      closeLabel={t('shell:close')}
      cancelLabel={t('exchange.keep')}
      act={
        plan.received === null
          ? t('exchange.submit')
          : t('exchange.yes', { received: figures.coins(plan.received) })
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
