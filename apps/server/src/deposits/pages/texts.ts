import type { Language } from '@glasshouse/core/wire/languages'

/** Texts of the practice gateway. */
export type GatewayTexts = {
  /** Value of the page's lang attribute, and the locale of its numbers. */
  readonly locale: string
  readonly title: string
  readonly practice: string
  readonly amount: string
  readonly playMoney: string
  readonly pay: string
  readonly paid: string
  readonly paidMore: string
  readonly expired: string
  readonly expiredMore: string
  readonly unknown: string
  readonly unknownMore: string
}

/** The gateway's sentences in every language; the amount is formatted by locale. */
export const gatewayTexts: Readonly<Record<Language, GatewayTexts>> = {
  en: {
    locale: 'en',
    title: 'Practice payment',
    practice: 'PRACTICE',
    amount: 'Amount to deposit',
    playMoney: 'This is play money. Nothing is charged, and it is worth nothing outside practice.',
    pay: 'Pay',
    paid: 'Paid. The amount is in your wallet.',
    paidMore: 'You can close this window.',
    expired: 'This payment page has expired.',
    expiredMore: 'Nothing was credited. Begin a new deposit; you can close this window.',
    unknown: 'There is no such payment.',
    unknownMore: 'Check the address, or begin a new deposit.',
  },
  ja: {
    locale: 'ja',
    title: '練習用の支払い',
    practice: '練習',
    amount: '入金額',
    playMoney: '練習用資金です。請求は発生せず、練習モードの外では価値がありません。',
    pay: '支払う',
    paid: '支払いが完了しました。',
    paidMore: 'このウィンドウは閉じてかまいません。',
    expired: 'この支払いリンクは期限切れです。',
    expiredMore: '入金は行われていません。新しく入金を始めてください。このウィンドウは閉じてかまいません。',
    unknown: '支払いが見つかりません。',
    unknownMore: 'アドレスを確認するか、新しく入金を始めてください。',
  },
  kr: {
    locale: 'ko',
    title: '연습 결제',
    practice: '연습',
    amount: '입금 금액',
    playMoney: '연습용 자금입니다. 청구되지 않으며 연습 모드 밖에서는 가치가 없습니다.',
    pay: '결제',
    paid: '결제가 완료되었습니다.',
    paidMore: '이 창을 닫으셔도 됩니다.',
    expired: '결제 링크가 만료되었습니다.',
    expiredMore: '입금된 금액은 없습니다. 새로 입금을 시작해 주세요. 이 창은 닫으셔도 됩니다.',
    unknown: '결제를 찾을 수 없습니다.',
    unknownMore: '주소를 확인하거나 새로 입금을 시작해 주세요.',
  },
  th: {
    locale: 'th',
    title: 'การชำระเงินโหมดฝึก',
    practice: 'โหมดฝึก',
    amount: 'จำนวนเงินที่ฝาก',
    playMoney: 'เงินสำหรับฝึกเท่านั้น ไม่มีการเก็บเงินจริง และไม่มีมูลค่านอกโหมดฝึก',
    pay: 'ชำระเงิน',
    paid: 'ชำระเงินสำเร็จ',
    paidMore: 'ปิดหน้าต่างนี้ได้',
    expired: 'ลิงก์ชำระเงินนี้หมดอายุแล้ว',
    expiredMore: 'ไม่มีเงินเข้า เริ่มการฝากใหม่ ปิดหน้าต่างนี้ได้',
    unknown: 'ไม่พบการชำระเงินนี้',
    unknownMore: 'ตรวจสอบที่อยู่หรือเริ่มการฝากใหม่',
  },
  ru: {
    locale: 'ru',
    title: 'Учебный платёж',
    practice: 'УЧЕБНЫЙ РЕЖИМ',
    amount: 'Сумма пополнения',
    playMoney: 'Учебные средства. Ничего не списывается, вне учебного режима они ничего не стоят.',
    pay: 'Оплатить',
    paid: 'Оплата завершена.',
    paidMore: 'Это окно можно закрыть.',
    expired: 'Срок действия ссылки на оплату истёк.',
    expiredMore: 'Ничего не зачислено. Начните новое пополнение; это окно можно закрыть.',
    unknown: 'Платёж не найден.',
    unknownMore: 'Проверьте адрес или начните новое пополнение.',
  },
  es: {
    locale: 'es',
    title: 'Pago de práctica',
    practice: 'PRÁCTICA',
    amount: 'Importe del depósito',
    playMoney: 'Fondos de práctica. No se cobra nada y fuera de la práctica no valen nada.',
    pay: 'Pagar',
    paid: 'Pago completado.',
    paidMore: 'Puedes cerrar esta ventana.',
    expired: 'Este enlace de pago venció.',
    expiredMore: 'No se acreditó nada. Inicia un nuevo depósito; puedes cerrar esta ventana.',
    unknown: 'Pago no encontrado.',
    unknownMore: 'Revisa la dirección o inicia un nuevo depósito.',
  },
  pt: {
    locale: 'pt',
    title: 'Pagamento de prática',
    practice: 'PRÁTICA',
    amount: 'Valor do depósito',
    playMoney: 'Só fundos de prática. Nada é cobrado e eles não valem nada fora da prática.',
    pay: 'Pagar',
    paid: 'Pagamento concluído.',
    paidMore: 'Você pode fechar esta janela.',
    expired: 'Este link de pagamento expirou.',
    expiredMore: 'Nada foi creditado. Inicie um novo depósito; você pode fechar esta janela.',
    unknown: 'Pagamento não encontrado.',
    unknownMore: 'Verifique o endereço ou inicie um novo depósito.',
  },
  zh_CN: {
    locale: 'zh-Hans',
    title: '模拟支付',
    practice: '模拟模式',
    amount: '充值金额',
    playMoney: '这是模拟资金，不会实际扣款，在模拟模式之外没有任何价值。',
    pay: '支付',
    paid: '支付完成。',
    paidMore: '您可以关闭此窗口。',
    expired: '此支付链接已过期。',
    expiredMore: '没有任何金额入账。请重新发起充值；您可以关闭此窗口。',
    unknown: '未找到该笔支付。',
    unknownMore: '请检查网址，或重新发起充值。',
  },
  zh_TW: {
    locale: 'zh-Hant',
    title: '模擬付款',
    practice: '模擬模式',
    amount: '儲值金額',
    playMoney: '這是模擬資金，不會實際扣款，在模擬模式之外沒有任何價值。',
    pay: '付款',
    paid: '付款完成。',
    paidMore: '您可以關閉此視窗。',
    expired: '此付款連結已過期。',
    expiredMore: '沒有任何金額入帳。請重新發起儲值；您可以關閉此視窗。',
    unknown: '找不到這筆付款。',
    unknownMore: '請檢查網址，或重新發起儲值。',
  },
}
