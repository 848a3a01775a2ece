import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Amount } from '../../components/holdings/Amount.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Assets.module.css'

/** Promotional funds that cannot be withdrawn; renders nothing if there are none. */
export function PromotionalCredit({ user }: { user: ProfileView | undefined }) {
  const { t } = useTranslation('assets')
  const credits = [
    { name: 'bonus', amount: user?.wallets.bonus },
    { name: 'experience', amount: user?.wallets.experience },
  ] as const
  const positive = credits.flatMap(({ name, amount }) =>
    amount === undefined || amount === 0n ? [] : [{ name, amount }],
  )
  if (positive.length === 0) return null
  return (
    <section className={styles.credit} aria-label={t('credit.title')}>
      <h2>
        {t('credit.title')} <Badge tone="warn">{t('credit.mark')}</Badge>
      </h2>
      <dl>
        {positive.map(({ name, amount }) => (
          <div key={name}>
            <dt>{t(`credit.${name}`)}</dt>
            <dd>
              <b>
                <Amount amount={amount} /> USDT
              </b>
              <span className={styles.caption}>{t(`credit.${name}Text`)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
