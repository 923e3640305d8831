/**
 * The program of a worker thread that runs one checkpoint of a SQLite file. Other connections can write in the
 * meantime.
 */
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

const database = new DatabaseSync(workerData);
database.exec('pragma wal_checkpoint(passive)');
database.close();
