import { claimNames } from '@glasshouse/core/invest/productTexts'
import { Prose } from '../../components/prose/Prose.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Product } from './cycles.ts'
import styles from './Invest.module.css'

/** Terms written by the product, texts of the operator, and claims with their sources. */
export function Terms({ product: { texts, kind } }: { product: Product }) {
  const { t } = useTranslation('invest')
  // A copy product pays no interest.
  const ofInterest = [
    { id: 'source', label: t('source'), text: texts.source },
    { id: 'repayment', label: t('terms.repayment'), text: texts.repayment },
    { id: 'settlement', label: t('terms.settlement'), text: texts.settlement },
    { id: 'fixed', label: t('terms.dividend'), text: texts.fixed },
    { id: 'compound', label: t('terms.compound'), text: texts.compound },
    { id: 'referral', label: t('terms.referral'), text: texts.referral },
  ]
  const terms = [
    ...(kind === 'copy' ? [] : ofInterest),
    { id: 'risk', label: t('terms.risk'), text: texts.risk },
    { id: 'remark', label: t('terms.remark'), text: texts.remark },
  ].filter(({ text }) => text !== '')
  const claims = claimNames.flatMap((name) => {
    const claim = texts.claims[name]
    return claim === undefined || !claim.source.startsWith('https://') ? [] : [{ name, ...claim }]
  })
  if (terms.length === 0 && claims.length === 0 && texts.introduction === '') return null
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
      {texts.introduction !== '' && (
        <>
          <h3 className={styles.subheading}>{t('terms.about')}</h3>
          <Prose className={styles.text} text={texts.introduction} />
        </>
      )}
    </section>
  )
}
