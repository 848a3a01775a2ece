import { randomHex } from '@glasshouse/client/randomHex'
import type { DepositAddress } from '@glasshouse/core/deposits/codec'
import type { DepositLimits } from '@glasshouse/core/deposits/judge'
import { formatUsdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import type { FormEvent } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { PictureUpload } from '../../../components/PictureUpload.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { isPractice } from '../../../mode.ts'
import money from '../Money.module.css'
import styles from './Deposit.module.css'
import { nearestMoney, randomHash } from './report.ts'
import { Sender } from './Sender.tsx'
import { type ReportState, useTransferReport } from './useTransferReport.ts'

/** Form that reports a transfer to the deposit address. */
export function TransferReportForm({ place, limits }: { place: DepositAddress; limits: DepositLimits }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const report = useTransferReport(place.network, limits)
  const { plan, change } = report
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void report.send()
  }
  return (
    <form className={styles.report} onSubmit={submit} noValidate>
      <div>
        <h2 className={styles.reportTitle}>{t('digital.reportTitle')}</h2>
        <p className={money.text}>{t('digital.reportText')}</p>
      </div>
      <Money report={report} limits={limits} />
      <Hash report={report} place={place} />
      <Sender
        network={place.network}
        value={report.form.from}
        error={report.errors.from}
        onChange={(from) => change({ from })}
      />
      <PictureUpload
        label={t('picture.title')}
        limits={t('picture.limits')}
        url={report.form.url}
        onChange={(url) => change({ url })}
      />
      {report.problem && <FieldError>{report.problem}</FieldError>}
      <Button type="submit" variant="primary" size="l" wide busy={report.busy && t('digital.busy')}>
        {plan.amount === null
          ? t('digital.submitEmpty')
          : t('digital.submit', { amount: figures.plain(formatUsdt(plan.amount)) })}
      </Button>
    </form>
  )
}

function Money({ report, limits }: { report: ReportState; limits: DepositLimits }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const { min, max } = limits
  const near = nearestMoney(report.plan.mistakes.money, limits)
  const between =
    min === null || max === null
      ? undefined
      : t('recharge.between', { min: figures.plain(formatUsdt(min)), max: figures.plain(formatUsdt(max)) })
  return (
    <NumberField
      label={t('digital.sent')}
      limits={between}
      unit="USDT"
      value={report.form.money}
      onChange={(text) => report.change({ money: text })}
      error={report.errors.money}
      fix={
        near === null
          ? undefined
          : {
              text: t('recharge.use', { amount: figures.plain(near) }),
              onUse: () => report.change({ money: near }),
            }
      }
    />
  )
}

function Hash({ report, place: { network } }: { report: ReportState; place: DepositAddress }) {
  const { t } = useTranslation('money')
  return (
    <Field
      label={t('digital.hash')}
      limits={t(`digital.hashForm.${network}`)}
      mono
      value={report.form.hash}
      onChange={(hash) => report.change({ hash })}
      error={report.errors.hash}
      end={
        isPractice && (
          <Button
            variant="quiet"
            size="s"
            onClick={() => report.change({ hash: randomHash(network, randomHex() + randomHex()) })}
          >
            {t('digital.madeUp')}
          </Button>
        )
      }
    />
  )
}
