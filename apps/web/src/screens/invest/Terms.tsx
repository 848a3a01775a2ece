import type { ProductDetailText } from '@glasshouse/core/invest/wire'
import { Prose } from '../../components/prose/Prose.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Product } from './cycles.ts'
import styles from './Invest.module.css'

/** Claims that a product can make; each is shown only together with its source. */
const claimNames = [
  'agency',
  'custodianbank',
  'jianguan',
  'security',
] as const satisfies readonly (keyof ProductDetailText)[]

/** Terms written by the product, texts of the operator, and claims with their sources. */
export function Terms({ product: { detail, kind } }: { product: Product }) {
  const { t } = useTranslation('invest')
  // A copy product pays no interest.
  const ofInterest = [
    { id: 'source', label: t('source'), text: detail.source },
    { id: 'repayment', label: t('terms.repayment'), text: detail.repayment },
    { id: 'settlement', label: t('terms.settlement'), text: detail.settlementtime },
    { id: 'dividend', label: t('terms.dividend'), text: detail.dividend },
    { id: 'dividend2', label: t('terms.dividend2'), text: detail.dividend2 },
    { id: 'referral', label: t('terms.referral'), text: detail.referralreward },
  ]
  const terms = [
    ...(kind === 'copy' ? [] : ofInterest),
    { id: 'risk', label: t('terms.risk'), text: detail.riskmsg },
    { id: 'remark', label: t('terms.remark'), text: detail.remark },
  ].filter(({ text }) => text !== '')
  const claims = claimNames.flatMap((name) => {
    const claim = detail[name]
    return claim === undefined || !claim.source.startsWith('https://') ? [] : [{ name, ...claim }]
  })
  if (terms.length === 0 && claims.length === 0 && detail.detailintroduce === '') return null
  return (
    <section className={`${styles.across} ${styles.stack}`} aria-label={t('terms.title')}>
      {terms.length > 0 && (
        <dl className={styles.terms}>
          {terms.map(({ id, label, text }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {claims.length > 0 && (
        <>
          <h3 className={styles.subheading}>{t('terms.claims')}</h3>
          <dl className={styles.terms}>
            {claims.map(({ name, text, source }) => (
              <div key={name}>
                <dt>{t(`terms.${name}`)}</dt>
                <dd>
                  {text}{' '}
                  <a href={source} target="_blank" rel="noopener noreferrer">
                    {t('terms.openSource')}
                  </a>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {detail.detailintroduce !== '' && (
        <>
          <h3 className={styles.subheading}>{t('terms.about')}</h3>
          <Prose className={styles.text} text={detail.detailintroduce} />
        </>
      )}
    </section>
  )
}
