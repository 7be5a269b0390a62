/* SPDX-License-Identifier: MIT */
/* registers.h: registers of R600 and R700 that Evergreen has at other places, or with other fields.
 * Sources: Mesa r600d.h, r600_state.c; Linux drivers/gpu/drm/radeon/r600_cs.c. */
#pragma once

enum {
    R700_R_R600_SAMPLE_LOCS = 0x8B40, /* R600: of two samples, four, eight */
    R700_R_TD_PS_BORDER = 0xA400,     /* four values of each sampler; then those of other stages */
    R700_R_TD_VS_BORDER = 0xA600,
    R700_R_TD_GS_BORDER = 0xA800,
    R700_R_TD_END = 0xA920,
    R700_R_CP_COHER_BASE = 0x85F8,
    R700_R_SX_MEMORY_EXPORT_BASE = 0x9010,
    R700_R_DB_DEPTH_SIZE = 0x28000,
    R700_R_DB_DEPTH_VIEW = 0x28004,
    R700_R_DB_DEPTH_BASE = 0x2800C,
    R700_R_DB_DEPTH_INFO = 0x28010,
    R700_R_DB_HTILE_DATA_BASE = 0x28014,
    R700_R_CB_COLOR_BASE = 0x28040, /* eight of each */
    R700_R_CB_COLOR_SIZE = 0x28060,
    R700_R_CB_COLOR_VIEW = 0x28080,
    R700_R_CB_COLOR_INFO = 0x280A0,
    R700_R_CB_COLOR_TILE = 0x280C0,
    R700_R_CB_COLOR_FRAG = 0x280E0,
    R700_R_CB_COLOR_MASK = 0x28100,
    R700_R_SPI_VS_OUT_ID_0 = 0x28614,
    R700_R_CB_BLEND_CONTROL = 0x28804,
    R700_R_SQ_PGM_RESOURCES_PS = 0x28850,
    R700_R_SQ_PGM_START_VS = 0x28858,
    R700_R_SQ_PGM_RESOURCES_VS = 0x28868,
    R700_R_SQ_PGM_START_GS = 0x2886C,
    R700_R_SQ_PGM_START_ES = 0x28880,
    R700_R_SQ_PGM_START_FS = 0x28894,
    R700_R_SQ_PGM_RESOURCES_GS = 0x2887C,
    R700_R_SQ_PGM_RESOURCES_ES = 0x28890,
    R700_R_SQ_ESGS_RING_ITEMSIZE = 0x288A8,  /* then that of GSVS */
    R700_R_SQ_ESTMP_RING_ITEMSIZE = 0x288B0, /* then those of GS, VS, PS */
    R700_R_SQ_GS_VERT_ITEMSIZE = 0x288C8,
    R700_R_VGT_STRMOUT_EN = 0x28AB0,
    R700_R_VGT_STRMOUT_BUFFER_EN = 0x28B20,
    R700_R_PA_SC_AA_SAMPLE_LOCS = 0x28C1C,
    R700_R_PA_SC_AA_MASK = 0x28C48,
    R700_R_DB_RENDER_CONTROL = 0x28D0C,
    R700_R_DB_HTILE_SURFACE = 0x28D24,
    R700_R_DB_ALPHA_TO_MASK = 0x28D44,
    R700_R_PA_SU_POLY_OFFSET_DB_FMT_CNTL = 0x28DF8,
    R700_R_PA_CL_UCP_0_X = 0x28E20,
};

/* Packets that Evergreen does not have, or has under this number for another purpose. */
enum {
    R700_PKT3_START_3D_CMDBUF = 0x24,
    R700_PKT3_STRMOUT_BASE_UPDATE = 0x72,
    R700_PKT3_SURFACE_BASE_UPDATE = 0x73
};

/* Dwords of a resource, and the first slots of stages. */
enum {
    R700_RESOURCE_DWORDS = 7,
    R700_VS_RESOURCES = 160,
    R700_FS_RESOURCES = 320,
    R700_GS_RESOURCES = 336,
    R700_RESOURCES = 512,
};
