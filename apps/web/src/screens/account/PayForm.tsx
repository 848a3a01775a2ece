import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { Segmented } from '@glasshouse/ui/Segmented'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand, useReload } from '../../live/query.ts'
import { isPractice } from '../../mode.ts'
import { useFigures } from '../../parts/figures.ts'
import { useSentence } from '../../parts/useSentence.ts'
import { type Channel, planDeposit } from './depositPlan.ts'
import styles from './reading.module.css'

/** The address of a payment page, if it is one a browser may open. */
const safeAddress = (text: string): string | null => {
  const address = URL.parse(text, window.location.href)
  return address?.protocol === 'http:' || address?.protocol === 'https:' ? address.href : null
}

/** Begins a deposit: channel, amount, and the payment page in a new window. */
export function PayForm({ channels }: { channels: readonly Channel[] }) {
  const { t } = useTranslation('account')
  const figures = useFigures()
  const sentence = useSentence()
  const reload = useReload()
  const pay = useCommand('/api/pay/pay')
  const [code, setCode] = useState(channels[0]?.code ?? '')
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<{ address: string; blocked: boolean } | null>(null)
  const channel = channels.find((known) => known.code === code) ?? channels[0]
  if (!channel) return null
  const plan = planDeposit(channel, typed)
  const edge = plan.obstacle === 'min' ? channel.minprice : channel.maxprice

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (plan.request === null) return
    // Opened while the press still counts as one: a window opened after the answer would be held back.
    const page = window.open('', '_blank')
    const answer = await pay.run(plan.request)
    const address = answer === null ? null : safeAddress(answer)
    if (address === null) {
      page?.close()
      return
    }
    if (page) {
      page.opener = null
      page.location.href = address
    }
    setOpened({ address, blocked: page === null })
    reload('/api/pay/myPay')
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.setting}>
        <span className={styles.settingName}>{t('recharge.channel')}</span>
        <Segmented
          label={t('recharge.channels')}
          look="tiles"
          options={channels.map((known) => ({ value: known.code, label: known.name }))}
          value={channel.code}
          onChange={setCode}
        />
      </div>
      <Field
        label={t('recharge.amount')}
        limits={t('recharge.between', {
          min: figures.plain(channel.minprice),
          max: figures.plain(channel.maxprice),
        })}
        inputMode="decimal"
        unit="USDT"
        value={typed}
        onChange={setTyped}
        error={
          plan.obstacle === 'min'
            ? t('recharge.min', { min: figures.plain(edge) })
            : plan.obstacle === 'max'
              ? t('recharge.max', { max: figures.plain(edge) })
              : plan.obstacle === 'wrong'
                ? t('recharge.wrong')
                : undefined
        }
        fix={
          plan.obstacle === 'min' || plan.obstacle === 'max'
            ? { text: t('recharge.use', { amount: figures.plain(edge) }), onUse: () => setTyped(edge) }
            : undefined
        }
      />
      {channel.options.length > 0 && (
        <Segmented
          label={t('recharge.pick')}
          look="tiles"
          options={channel.options.map((option) => ({ value: option, label: figures.plain(option) }))}
          value={
            plan.amount === null ? '' : (channel.options.find((option) => usdt(option) === plan.amount) ?? '')
          }
          onChange={setTyped}
        />
      )}
      {isPractice && <p className={styles.practice}>{t('practice.playMoney')}</p>}
      {pay.error && (
        <p className={styles.problem} role="alert">
          {sentence(pay.error)}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        reasonPlace="below"
        busy={pay.busy && t('recharge.busy')}
        reason={plan.obstacle === 'enter' ? t('recharge.enter') : plan.obstacle ? true : undefined}
      >
        {plan.amount === null
          ? t('recharge.submitEmpty')
          : t('recharge.submit', { amount: figures.plain(formatUsdt(plan.amount)) })}
      </Button>
      {opened && (
        <p className={styles.opened} role="status">
          {opened.blocked ? t('recharge.blocked') : t('recharge.opened')}{' '}
          {opened.blocked ? null : t('recharge.openedText')}{' '}
          <a href={opened.address} target="_blank" rel="noopener noreferrer">
            {t('recharge.openHere')}
          </a>
        </p>
      )}
    </form>
  )
}
