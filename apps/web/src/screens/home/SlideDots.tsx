import { classNames } from '@glasshouse/ui/classNames'
import { IconButton } from '@glasshouse/ui/IconButton'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './SlideDots.module.css'
import type { Carousel } from './useCarousel.ts'
import type { Slide } from './useSlides.ts'

/** Slide indicator with buttons for each slide, and a pause button. */
export function SlideDots({
  slides,
  turning,
  className,
}: {
  slides: readonly Slide[]
  turning: Carousel
  className?: string | undefined
}) {
  const { t } = useTranslation('home')
  if (slides.length < 2) return null
  return (
    <div className={classNames(styles.dots, className)}>
      {slides.map((slide, index) => (
        <button
          key={slide.id}
          type="button"
          className={styles.dot}
          aria-label={t('slides.show', { n: index + 1, title: slide.title })}
          aria-current={index === turning.at || undefined}
          onClick={() => turning.show(index)}
        />
      ))}
      <IconButton
        icon={turning.playing ? 'pause' : 'play'}
        label={turning.playing ? t('slides.pause') : t('slides.play')}
        small
        onClick={turning.toggle}
      />
    </div>
  )
}
