import { buttonClass } from '@glasshouse/ui/Button'

/** A link that saves a text which the page already holds. */
export function SaveText({ name, text, label }: { name: string; text: string; label: string }) {
  const href = `data:application/json;charset=utf-8,${encodeURIComponent(text)}`
  return (
    <a className={buttonClass({})} href={href} download={name}>
      {label}
    </a>
  )
}
