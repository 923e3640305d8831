/**
 * The templates of a new campus, in the three languages that its parents read. The amount is that of the day on which
 * they go. Reminders name no day, so that they also go after the voucher has expired.
 */
export const starterTemplates = [
  {
    title: 'Fee due',
    message:
      'Assalam o Alaikum. The fee of *{{name}}* (Reg {{regNum}}) for {{month}} {{year}} is *Rs. {{payable}}*, ' +
      'due on {{dueDate}}.\n{{campus}}',
  },
  {
    title: 'Fee due, family',
    message:
      'Assalam o Alaikum. The fee for {{month}} {{year}}:\n{{name}} (Reg {{regNum}}): *Rs. {{payable}}*, due on {{dueDate}}\n' +
      'Total *Rs. {{familyTotal}}*.\n{{campus}}',
  },
  {
    title: 'Fee yaad dehani (Roman Urdu)',
    message:
      'Assalam o Alaikum. {{name}} ki {{month}} {{year}} ki fee *Rs. {{payable}}* hai. ' +
      'Baraye meharbani jald jama karwa dein. Shukriya.\n{{campus}}',
  },
  {
    title: 'فیس کی یاد دہانی',
    message:
      'السلام علیکم۔ {{name}} کی فیس *{{payable}}* روپے ہے۔ براہ کرم جلد جمع کروا دیں۔ شکریہ۔\n{{campus}}',
  },
] as const;
