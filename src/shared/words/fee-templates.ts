/** The templates of a new campus, in the three languages that its parents read. */
export const starterTemplates = [
  {
    title: 'Fee due',
    message:
      'Assalam o Alaikum. The fee of *{{name}}* (Reg {{regNum}}) for {{month}} {{year}} is *Rs. {{total}}*, due {{dueDate}}.\n' +
      'After that Rs. {{amountAfterDueDate}}.\n{{campus}}',
  },
  {
    title: 'Fee due, family',
    message:
      'Assalam o Alaikum. The fee for {{month}} {{year}}:\n{{name}} (Reg {{regNum}}): *Rs. {{total}}*, due {{dueDate}}\n' +
      'Total *Rs. {{total}}*. After the due date Rs. {{amountAfterDueDate}}.\n{{campus}}',
  },
  {
    title: 'Fee yaad dehani (Roman Urdu)',
    message:
      'Assalam o Alaikum. {{name}} ki {{month}} {{year}} ki fee *Rs. {{total}}* hai. ' +
      'Baraye meharbani {{dueDate}} tak jama karwa dein. Shukriya.\n{{campus}}',
  },
  {
    title: 'فیس کی یاد دہانی',
    message:
      'السلام علیکم۔ {{name}} کی فیس *{{total}}* روپے ہے۔ براہ کرم {{dueDate}} تک جمع کروا دیں۔ شکریہ۔\n{{campus}}',
  },
] as const;
