import type { DataOf } from '@glasshouse/core/calls'
import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { RecipientKind } from '@glasshouse/core/wallets/codec'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { NumberField } from '../../components/NumberField.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import { PhoneField } from '../../components/PhoneField.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Account.module.css'
import { allToSend } from './sending.ts'
import { useSendMoney } from './useSendMoney.ts'

/** Sends USDT to another customer, who is named before anything is sent. Load it lazily. */
export default function SendMoney({ info, onClose }: { info: ProfileView; onClose: () => void }) {
  const { t } = useTranslation(['mine', 'shell', 'access'])
  const figures = useFormatters()
  const has = info.wallets.wallet
  const send = useSendMoney(has, onClose)
  const asking = send.named !== null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={asking ? t('send.ask') : t('send.title')}
      description={asking ? t('send.askText') : t('send.text')}
      closeLabel={t('shell:close')}
    >
      {!info.hasWithdrawPassword ? (
        <EmptyState
          icon="lock"
          title={t('send.noPassword')}
          text={t('send.noPasswordText')}
          action={
            <Link
              href={paths.edit({ type: '0', next: paths.mine() })}
              className={buttonClass({ variant: 'primary' })}
            >
              {t('send.setPassword')}
            </Link>
          }
        />
      ) : info.sendingPausedUntilMs !== null ? (
        <EmptyState
          icon="clock"
          title={t('send.title')}
          text={t('access:pause.running', { until: figures.full(info.sendingPausedUntilMs) })}
        />
      ) : send.named === null ? (
        <Form send={send} has={has} />
      ) : (
        <Confirm send={send} has={has} named={send.named} />
      )}
    </Dialog>
  )
}

type Send = ReturnType<typeof useSendMoney>

function Form({ send, has }: { send: Send; has: Usdt }) {
  const { t } = useTranslation('mine')
  const figures = useFormatters()
  const { form, change, errorOf } = send
  const all = allToSend(has)
  const amountWords = { missing: t('send.enter'), wrong: t('send.amountWrong'), low: t('send.low') }
  return (
    <form className={styles.form} onSubmit={send.ask} noValidate>
      <Account send={send} />
      <NumberField
        label={t('send.amount')}
        limits={t('send.has', { amount: figures.amount(has, 'floor') })}
        unit="USDT"
        value={form.amount}
        onChange={(amount) => change({ amount })}
        error={errorOf('amount', amountWords[send.plan.mistakes.amount ?? 'missing'])}
        end={
          all !== null && (
            <Button variant="quiet" size="s" onClick={() => change({ amount: all })}>
              {t('send.all')}
            </Button>
          )
        }
      />
      <PasswordField
        label={t('send.password')}
        value={form.password}
        onChange={(password) => change({ password })}
        error={errorOf('password', t('send.passwordMissing'))}
      />
      <DescriptionList items={[{ id: 'fee', label: t('send.fee'), value: t('send.noFee') }]} />
      {send.problem && <FieldError>{send.problem}</FieldError>}
      <Button type="submit" variant="primary" wide busy={send.busy && t('send.looking')}>
        {t('send.next')}
      </Button>
    </form>
  )
}

/** Whom it goes to, named one of three ways. */
function Account({ send }: { send: Send }) {
  const { t } = useTranslation('mine')
  const { form, change, errorOf } = send
  const error = errorOf('account', t(`send.wrong.${form.way}`))
  return (
    <>
      <SegmentedControl<RecipientKind>
        label={t('send.way')}
        options={[
          { value: 'uid', label: t('send.uid') },
          { value: 'email', label: t('profile.email') },
          { value: 'phone', label: t('profile.phone') },
        ]}
        value={form.way}
        onChange={(way) => change({ way })}
      />
      {form.way === 'phone' ? (
        <PhoneField value={form.phone} onChange={(phone) => change({ phone })} error={error} />
      ) : (
        <Field
          key={form.way}
          label={form.way === 'uid' ? t('send.uidField') : t('profile.email')}
          inputMode={form.way === 'uid' ? 'numeric' : 'email'}
          autoCapitalize="none"
          value={form[form.way]}
          onChange={(text) => change({ [form.way]: text })}
          error={error}
        />
      )}
    </>
  )
}

/** The exact consequence, with the recipient as the server names them. */
function Confirm({
  send,
  has,
  named,
}: {
  send: Send
  has: Usdt
  named: DataOf<'/api/user/transferRecipient'>
}) {
  const { t } = useTranslation('mine')
  const figures = useFormatters()
  const { amount } = send.plan
  if (amount === null) return null
  return (
    <form className={styles.form} onSubmit={send.send} noValidate>
      <DescriptionList
        items={[
          {
            id: 'to',
            label: t('send.to'),
            value: (
              <>
                {named.name}
                <span className={styles.small}>{named.account}</span>
              </>
            ),
          },
          {
            id: 'amount',
            label: t('send.amount'),
            value: `${figures.plain(formatUsdt(amount))} USDT`,
          },
          {
            id: 'left',
            label: t('send.left'),
            value: `${figures.amount(has - amount, 'floor')} USDT`,
            total: true,
          },
        ]}
      />
      {send.problem && <FieldError>{send.problem}</FieldError>}
      <div className={styles.acts}>
        <Button onClick={send.back}>{t('send.back')}</Button>
        <Button type="submit" variant="primary" busy={send.busy && t('send.sending')}>
          {t('send.submit', { amount: figures.plain(formatUsdt(amount)) })}
        </Button>
      </div>
    </form>
  )
}
