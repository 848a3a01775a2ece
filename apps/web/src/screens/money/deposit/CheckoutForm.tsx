import { checkoutToWire } from '@glasshouse/core/deposits/codec'
import type { PayChannel } from '@glasshouse/core/deposits/rules'
import { formatUsdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { type FormEvent, useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { safeAddress } from '../../../components/movements/safeAddress.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { useSentence } from '../../../components/useSentence.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { isPractice } from '../../../mode.ts'
import styles from '../Money.module.css'
import { type DepositPlan, depositOptions, nearestDeposit, validateDeposit } from './depositPlan.ts'

type OpenedCheckout = { readonly address: string; readonly blocked: boolean }

/** Requests the payment page and opens it in a new window. */
const usePaymentPage = () => {
  const pay = useMutation('/api/pay/pay')
  const [opened, setOpened] = useState<OpenedCheckout | null>(null)
  const open = async (command: NonNullable<DepositPlan['command']>) => {
    // Opened before the request: browsers block a window that opens after the response.
    const page = window.open('', '_blank')
    const answer = await pay.run(checkoutToWire(command))
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
  }
  return { open, opened, busy: pay.busy, error: pay.error }
}

/** Starts a deposit: channel, amount, and the payment page in a new window. */
export function CheckoutForm({ channels }: { channels: readonly PayChannel[] }) {
  const { t } = useTranslation(['money', 'account'])
  const figures = useFormatters()
  const sentence = useSentence()
  const page = usePaymentPage()
  const [code, setCode] = useState(channels[0]?.code)
  const [typed, setTyped] = useState('')
  const channel = channels.find((known) => known.code === code) ?? channels[0]
  if (!channel) return null
  const plan = validateDeposit(channel, typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (plan.command !== null) void page.open(plan.command)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.setting}>
        <span className={styles.settingName}>{t('recharge.channel')}</span>
        <SegmentedControl
          label={t('recharge.channels')}
          look="tiles"
          options={channels.map((known) => ({ value: known.code, label: known.name }))}
          value={channel.code}
          onChange={setCode}
        />
      </div>
      <AmountField channel={channel} plan={plan} typed={typed} onType={setTyped} />
      {isPractice && <p className={`${styles.note} ${styles.practice}`}>{t('account:practice.playMoney')}</p>}
      {page.error && <FieldError>{sentence(page.error)}</FieldError>}
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        reasonPlace="below"
        busy={page.busy && t('recharge.busy')}
        reason={plan.obstacle === 'enter' ? t('recharge.enter') : plan.obstacle ? true : undefined}
      >
        {plan.amount === null
          ? t('recharge.submitEmpty')
          : t('recharge.submit', { amount: figures.plain(formatUsdt(plan.amount)) })}
      </Button>
      {page.opened && <OpenedNote opened={page.opened} />}
    </form>
  )
}

function AmountField({
  channel,
  plan,
  typed,
  onType,
}: {
  channel: PayChannel
  plan: DepositPlan
  typed: string
  onType: (text: string) => void
}) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const [min, max] = [figures.plain(formatUsdt(channel.min)), figures.plain(formatUsdt(channel.max))]
  const mistakes = {
    min: t('recharge.min', { min }),
    max: t('recharge.max', { max }),
    wrong: t('recharge.wrong'),
    enter: undefined,
  }
  const { obstacle } = plan
  const near = nearestDeposit(channel, obstacle)
  const options = depositOptions(channel).map(formatUsdt)
  return (
    <>
      <NumberField
        label={t('recharge.amount')}
        limits={t('recharge.between', { min, max })}
        unit="USDT"
        value={typed}
        onChange={onType}
        error={obstacle === null ? undefined : mistakes[obstacle]}
        fix={
          near === null
            ? undefined
            : { text: t('recharge.use', { amount: figures.plain(near) }), onUse: () => onType(near) }
        }
      />
      {options.length > 0 && (
        <SegmentedControl
          label={t('recharge.pick')}
          look="tiles"
          options={options.map((option) => ({ value: option, label: figures.plain(option) }))}
          value={plan.amount === null ? '' : formatUsdt(plan.amount)}
          onChange={onType}
        />
      )}
    </>
  )
}

function OpenedNote({ opened }: { opened: OpenedCheckout }) {
  const { t } = useTranslation('money')
  return (
    <p className={styles.note} role="status">
      {opened.blocked ? t('recharge.blocked') : t('recharge.opened')}{' '}
      {!opened.blocked && t('recharge.openedText')}{' '}
      <a href={opened.address} target="_blank" rel="noopener noreferrer">
        {t('recharge.openHere')}
      </a>
    </p>
  )
}
