/**
 * The templates of a new campus, in the three languages that its parents read. Their values hold on any day: what is
 * payable then, and until when.
 */
export const starterTemplates = [
  {
    title: 'Fee due',
    message:
      'Assalam o Alaikum. The fee of *{{name}}* (Reg {{regNum}}) for {{month}} {{year}} is *Rs. {{payable}}*. ' +
      'Please pay it by {{payableUntil}}.\n{{campus}}',
  },
  {
    title: 'Fee due, family',
    message:
      'Assalam o Alaikum. The fee for {{month}} {{year}}:\n{{name}} (Reg {{regNum}}): *Rs. {{payable}}*, to be paid by {{payableUntil}}\n' +
      'Total *Rs. {{familyTotal}}*.\n{{campus}}',
  },
  {
    title: 'Fee yaad dehani (Roman Urdu)',
    message:
      'Assalam o Alaikum. {{name}} ki {{month}} {{year}} ki fee *Rs. {{payable}}* hai. ' +
      'Baraye meharbani {{payableUntil}} tak jama karwa dein. Shukriya.\n{{campus}}',
  },
  {
    title: 'فیس کی یاد دہانی',
    message:
      'السلام علیکم۔ {{name}} کی فیس *{{payable}}* روپے ہے۔ براہ کرم {{payableUntil}} تک جمع کروا دیں۔ شکریہ۔\n{{campus}}',
  },
] as const;
