import { maxAlerts } from '@glasshouse/core/alerts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import { formatPrice } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useMutation, useQueryCall } from '../../data/query.ts'
import { useQuote } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { NumberField } from '../NumberField.tsx'
import { useSentence } from '../useSentence.ts'
import styles from './AlertDialog.module.css'
import { AlertList } from './AlertList.tsx'
import { planAlert } from './alertPlan.ts'

/** Sets a price alert on a market, and lists those that are open on it. */
export default function AlertDialog({ market, onClose }: { market: Market; onClose: () => void }) {
  const { t } = useTranslation(['notices', 'shell'])
  const figures = useFormatters()
  const sentence = useSentence()
  const [typed, setTyped] = useState('')
  const last = useQuote(market.symbol).value?.price ?? market.price
  const open = useQueryCall('/api/user/priceAlerts', {})
  const setting = useMutation('/api/user/addPriceAlert')
  const plan = planAlert(typed, last, open.data?.length ?? 0)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (plan.problem !== null || setting.busy) return
    const price = formatPrice(plan.price)
    if ((await setting.run({ pid: market.pid, side: plan.side, price })) === null) return
    setTyped('')
    showToast({ title: t('alerts.saved') })
  }
  const { problem } = plan
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${t('alerts.title')}: ${market.symbol}`}
      description={t('alerts.text', { max: maxAlerts })}
      closeLabel={t('shell:close')}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <NumberField
          label={t('alerts.price')}
          limits={t('alerts.last', { price: figures.price(last, market.scale) })}
          unit="USDT"
          autoFocus
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setting.forget()
          }}
          error={
            problem === 'wrong' || problem === 'reached' ? t(`alerts.${problem}`) : sentence(setting.error)
          }
          note={
            problem === null
              ? t(`alerts.${plan.side}`, { price: figures.plain(formatPrice(plan.price)) })
              : ' '
          }
        />
        <Button
          type="submit"
          variant="primary"
          wide
          reasonPlace="below"
          busy={setting.busy && t('alerts.saving')}
          reason={
            problem === 'enter' || problem === 'full' ? t(`alerts.${problem}`) : problem !== null || undefined
          }
        >
          {t('alerts.set')}
        </Button>
      </form>
      {open.data && <AlertList rows={open.data.filter(({ pid }) => pid === market.pid)} />}
    </Dialog>
  )
}
