/** Names for the demonstration school, as its parents would write them. */

export const girls = [
  'Ayesha', 'Fatima', 'Zainab', 'Maryam', 'Hira', 'Sana', 'Iqra', 'Amna', 'Khadija', 'Noor', 'Areeba', 'Mahnoor',
  'Laiba', 'Rabia', 'Sadia', 'Hafsa', 'Aiman', 'Kinza', 'Eman', 'Alishba',
] as const;

export const boys = [
  'Muhammad', 'Ahmed', 'Bilal', 'Hamza', 'Umer', 'Ali', 'Hassan', 'Hussain', 'Abdullah', 'Ibrahim', 'Zain', 'Saad',
  'Usman', 'Talha', 'Fahad', 'Daniyal', 'Rayyan', 'Mustafa', 'Taha', 'Shahzaib',
] as const;

export const families = [
  'Khan', 'Malik', 'Butt', 'Qureshi', 'Sheikh', 'Chaudhry', 'Iqbal', 'Tariq', 'Siddiqui', 'Farooq', 'Mirza', 'Raja',
  'Abbasi', 'Awan', 'Bhatti', 'Javed', 'Mehmood', 'Nawaz', 'Rehman', 'Yousaf',
] as const;

export const girlsInUrdu = ['عائشہ', 'فاطمہ', 'زینب', 'مریم', 'حرا', 'ثنا', 'اقرا', 'آمنہ', 'خدیجہ', 'نور'] as const;
export const boysInUrdu = ['محمد', 'احمد', 'بلال', 'حمزہ', 'عمر', 'علی', 'حسن', 'حسین', 'عبداللہ', 'ابراہیم'] as const;
export const familiesInUrdu = ['خان', 'ملک', 'بٹ', 'قریشی', 'شیخ', 'چوہدری', 'اقبال', 'طارق', 'صدیقی', 'فاروق'] as const;

export const classNames = ['Nursery', 'Prep', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'] as const;
export const sectionNames = ['Blue', 'Green'] as const;
