import { formatChange, formatLevel, maxAlerts, maxChange } from '@glasshouse/core/alerts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { useMutation, useQueryCall } from '../../data/query.ts'
import { useQuote } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { dayChange } from '../dayChange.ts'
import { useFormatters } from '../formatters.ts'
import { NumberField } from '../NumberField.tsx'
import { BrowserNoticeToggle } from '../notices/BrowserNoticeToggle.tsx'
import { useLabelled } from '../useLabelled.ts'
import { useSentence } from '../useSentence.ts'
import styles from './AlertDialog.module.css'
import { AlertList } from './AlertList.tsx'
import { type AlertForm, type AlertPlan, type AlertPrices, alertForms, planAlert } from './alertPlan.ts'
import { useAlertText } from './useAlertText.ts'

/** Sets a price alert on a market, lists those that are open on it, and says where they are delivered. */
export default function AlertDialog({
  market,
  price = '',
  onClose,
}: {
  market: Market
  /** Price to begin with, as plain decimal text. */
  price?: string
  onClose: () => void
}) {
  const { t } = useTranslation(['notices', 'shell'])
  const labelled = useLabelled()
  const open = useQueryCall('/api/user/priceAlerts', {})
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={labelled(t('alerts.title'), market.symbol)}
      description={t('alerts.text', { max: maxAlerts })}
      closeLabel={t('shell:close')}
    >
      <SetAlert market={market} begin={price} count={open.data?.length ?? 0} />
      {open.data && <AlertList rows={open.data.filter(({ pid }) => pid === market.pid)} />}
      <div className={styles.delivery}>
        <BrowserNoticeToggle />
        <Link href={paths.noticeSettings()}>{t('alerts.delivery')}</Link>
      </div>
    </Dialog>
  )
}

function SetAlert({ market, begin, count }: { market: Market; begin: string; count: number }) {
  const { t } = useTranslation('notices')
  const [form, setForm] = useState<AlertForm>('price')
  const [typed, setTyped] = useState(begin)
  const last = useQuote(market.symbol).value?.price ?? market.price
  const prices = { last, open: market.open24h > 0n ? market.open24h : null }
  const setting = useMutation('/api/user/addPriceAlert')
  const plan = planAlert(form, typed, prices, count)
  const texts = useFieldTexts(market, form, plan, prices, setting.error)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (plan.problem !== null || setting.busy) return
    const { price, percent } = formatLevel(plan.alert)
    const level = price === null ? { percent: percent ?? '' } : { price }
    if ((await setting.run({ pid: market.pid, side: plan.alert.side, ...level })) === null) return
    setTyped('')
    showToast({ title: t('alerts.saved') })
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <SegmentedControl
        label={t('alerts.kind')}
        options={alertForms.map((value) => ({ value, label: t(`alerts.forms.${value}`) }))}
        value={form}
        onChange={(next) => {
          setForm(next)
          setTyped('')
          setting.forget()
        }}
      />
      <NumberField
        {...texts}
        unit={form === 'price' ? 'USDT' : '%'}
        autoFocus
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setting.forget()
        }}
      />
      <Button
        type="submit"
        variant="primary"
        wide
        reasonPlace="below"
        busy={setting.busy && t('alerts.saving')}
        reason={
          plan.problem === 'full'
            ? t('alerts.full')
            : plan.problem === 'enter'
              ? t(form === 'price' ? 'alerts.enter' : 'alerts.enterChange')
              : plan.problem !== null || undefined
        }
      >
        {t('alerts.set')}
      </Button>
    </form>
  )
}

/** Texts of the field: its name, what is now, what is wrong, and what would be set. */
const useFieldTexts = (
  market: Market,
  form: AlertForm,
  plan: AlertPlan,
  { last, open }: AlertPrices,
  failure: Parameters<ReturnType<typeof useSentence>>[0],
) => {
  const { t } = useTranslation('notices')
  const figures = useFormatters()
  const sentence = useSentence()
  const alertText = useAlertText()
  const side = form === 'fall' ? 'below' : 'above'
  const errors = {
    wrong:
      form === 'price'
        ? t('alerts.wrong')
        : t('alerts.wrongChange', { max: figures.plain(formatChange(maxChange[side])) }),
    reached: form === 'price' ? t('alerts.reached') : t('alerts.reachedChange'),
    unknown: t('alerts.unknown'),
  }
  const change = open === null ? null : dayChange(last, open)
  const { problem } = plan
  return {
    label: t(form === 'price' ? 'alerts.price' : 'alerts.change'),
    limits:
      form === 'price'
        ? t('alerts.last', { price: figures.price(last, market.scale) })
        : t('alerts.now', { change: change === null ? '—' : figures.percent(change.hundredths, 'always') }),
    error:
      problem === 'wrong' || problem === 'reached' || problem === 'unknown'
        ? errors[problem]
        : sentence(failure),
    note: problem === null ? alertText({ side: plan.alert.side, ...formatLevel(plan.alert) }) : ' ',
  }
}
