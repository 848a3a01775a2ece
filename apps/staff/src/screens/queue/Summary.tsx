import type { CustomerSummary } from '@glasshouse/core/reviews/summary/codec'
import { classNames } from '@glasshouse/ui/classNames'
import { Icon } from '@glasshouse/ui/Icon'
import styles from './Summary.module.css'
import { factGroupsOf } from './summary.ts'

/** Facts about the customer by which a reviewer decides; notable ones have a sign. */
export function Summary({ summary, nowMs }: { summary: CustomerSummary; nowMs: number }) {
  return (
    <div className={styles.groups}>
      {factGroupsOf(summary, nowMs).map(({ title, facts }) => (
        <section key={title}>
          <h3 className={styles.title}>{title}</h3>
          <dl className={styles.facts}>
            {facts.map(({ name, value, isNotable = false }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={classNames(isNotable && styles.notable)}>
                  {isNotable && <Icon name="warning" size={14} />}
                  {isNotable && <span className="sr-only">Notable: </span>}
                  {value}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
